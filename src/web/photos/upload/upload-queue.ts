import { photoUploadLimits, uploadExtensions, uploadTypes, type UploadType } from '#contract/admin-photos.ts';
import { errors } from '#contract/errors.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { isHomeCategory } from '#web/photos/photo-category-labels.ts';
import { checkFile, type FileInfo } from './check-file.ts';

/**
 * `chosen`: not started yet. `waiting`: started, not in flight. `refused`: invalid file or rejected by the server for good.
 * `duplicate`: the category already contains this photo.
 */
export type UploadState =
  | 'chosen'
  | 'refused'
  | 'waiting'
  | 'uploading'
  | 'saving'
  | 'done'
  | 'duplicate'
  | 'failed';

export interface Upload {
  /** Increases in the order in which the files were chosen. */
  readonly id: number;
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  readonly type: UploadType | null;
  /** Null until the upload is started. */
  readonly category: PhotoCategory | null;
  /** SHA-256 in hexadecimal; undefined until computed, null when the browser cannot compute it. */
  readonly hash: string | null | undefined;
  readonly state: UploadState;
  /** Bytes transferred. */
  readonly sent: number;
  readonly message: string;
  /** Name of the file transferred to the server but not saved as a photo yet. */
  readonly savedFileName: string | null;
  readonly photoId: number | null;
}

export interface UploadQueue {
  readonly uploads: readonly Upload[];
  /** Uploads pause until this time (milliseconds since 1970), by the server's `Retry-After`. */
  readonly pausedUntil: number | null;
  /** Content hashes of the photos in each category. */
  readonly existingHashes: Partial<Record<PhotoCategory, ReadonlySet<string>>>;
}

export const MAX_CONCURRENT_UPLOADS = 3;
export const emptyQueue: UploadQueue = { uploads: [], pausedUntil: null, existingHashes: {} };

export const createUpload = (id: number, file: FileInfo): Upload => {
  const { type, message } = checkFile(file, photoUploadLimits);
  return {
    id,
    name: file.name,
    size: file.size,
    type,
    category: null,
    hash: undefined,
    state: message === '' ? 'chosen' : 'refused',
    sent: 0,
    message,
    savedFileName: null,
    photoId: null,
  };
};

export const isInFlight = ({ state }: Upload): boolean => state === 'uploading' || state === 'saving';
export const isActive = (upload: Upload): boolean => upload.state === 'waiting' || isInFlight(upload);
/** True when the upload needs no further action. */
export const isCompleted = ({ state }: Upload): boolean =>
  state === 'done' || state === 'duplicate' || state === 'refused';
export const isRunning = ({ uploads }: UploadQueue): boolean => uploads.some(isActive);

export const updateUpload = (queue: UploadQueue, id: number, change: Partial<Upload>): UploadQueue => ({
  ...queue,
  uploads: queue.uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
});

export const removeUploads = (
  queue: UploadQueue,
  shouldRemove: (upload: Upload) => boolean,
): UploadQueue => ({
  ...queue,
  uploads: queue.uploads.filter((upload) => !shouldRemove(upload)),
});

const DUPLICATE_IN_LIST = '목록에 같은 사진이 있습니다.';

/** Finds uploads whose content the category or an earlier file already has, each with its message. */
export const findDuplicates = (
  { uploads, existingHashes }: UploadQueue,
  category: PhotoCategory,
): Map<number, string> => {
  const listed = new Set<string>();
  const found = new Map<number, string>();
  for (const upload of uploads)
    if (isInFlight(upload) && upload.category === category && upload.hash != null) listed.add(upload.hash);
  for (const { id, hash, state, category: own } of uploads) {
    const isPending = state === 'chosen' || (state === 'waiting' && own === category);
    if (!isPending || hash == null) continue;
    if (existingHashes[category]?.has(hash)) found.set(id, errors.PHOTO_EXISTS.message);
    else if (listed.has(hash)) found.set(id, DUPLICATE_IN_LIST);
    listed.add(hash);
  }
  return found;
};

/** Starts all chosen uploads into `category` and removes the completed ones of an earlier batch. */
export const startUploads = (queue: UploadQueue, category: PhotoCategory): UploadQueue => {
  const duplicates = findDuplicates(queue, category);
  const isNew = queue.uploads.some(({ id, state }) => state === 'chosen' && !duplicates.has(id));
  const rest = isNew && !isRunning(queue) ? removeUploads(queue, ({ state }) => state === 'done') : queue;
  return {
    ...rest,
    uploads: rest.uploads.map((upload) => {
      if (upload.state !== 'chosen') return upload;
      const message = duplicates.get(upload.id);
      if (message === undefined) return { ...upload, category, state: 'waiting' };
      return { ...upload, category, state: 'duplicate', message };
    }),
  };
};

/** Returns failed uploads to `waiting`. An upload that was already transferred is only saved, others start over. */
export const retryUploads = (
  queue: UploadQueue,
  shouldRetry: (upload: Upload) => boolean = () => true,
): UploadQueue => ({
  ...queue,
  uploads: queue.uploads.map((upload) =>
    upload.state === 'failed' && shouldRetry(upload) ? { ...upload, state: 'waiting', message: '' } : upload,
  ),
});

/**
 * The next upload to start, if any. Uploads into a category of the home page run one at a time: that page shows the newest
 * photo, which has to be the last file.
 */
export const findNextUpload = ({ uploads, pausedUntil }: UploadQueue): Upload | undefined => {
  const busy = uploads.filter(isInFlight);
  if (pausedUntil !== null || busy.length >= MAX_CONCURRENT_UPLOADS) return undefined;
  const mustWait = ({ category }: Upload): boolean =>
    category === null || (isHomeCategory(category) && busy.some((other) => other.category === category));
  return uploads.find(
    (upload) => upload.state === 'waiting' && upload.hash !== undefined && !mustWait(upload),
  );
};

// Transferring a file counts as this share of its progress; the server's processing is the rest.
const SENDING_SHARE = 0.5;

/** Counts `refused` only for started uploads, which have a category. */
const hasFailed = ({ state, category }: Upload): boolean =>
  state === 'failed' || (state === 'refused' && category !== null);

/** Totals of the started uploads. `share` is their progress from 0 to 1, by bytes, without failed uploads. */
export const summarizeUploads = ({ uploads }: UploadQueue) => {
  const notFailed = uploads.filter((upload) => isActive(upload) || upload.state === 'done');
  const failed = uploads.filter(hasFailed).length;
  const size = notFailed.reduce((sum, upload) => sum + upload.size, 0);
  const sent = notFailed.reduce(
    (sum, upload) => sum + (upload.state === 'done' ? upload.size : upload.sent * SENDING_SHARE),
    0,
  );
  return {
    count: notFailed.length + failed,
    done: notFailed.filter(({ state }) => state === 'done').length,
    failed,
    share: size === 0 ? 0 : sent / size,
  };
};

/** The `accept` attribute of the file picker. */
export const acceptedFiles = [
  ...uploadTypes,
  ...Object.values(uploadExtensions)
    .flat()
    .map((extension) => `.${extension}`),
].join(',');
