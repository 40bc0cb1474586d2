import { errors } from '#contract/errors.ts';
import {
  hasMatchingExtension,
  photoMessages,
  uploadExtensions,
  uploadLimits,
  uploadTypes,
} from '#contract/photos.ts';
import type { PhotoCategory, UploadType } from '#contract/photos.ts';
import { isHomeCategory } from '#web/photos/photo-category-labels.ts';

/**
 * `chosen`: not started yet. `waiting`: queued. `refused`: rejected before sending. `duplicate`: already published in the
 * category.
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
  /** Increases in the order of the files. */
  readonly id: number;
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  readonly type: UploadType | null;
  /** The target category; null until started. */
  readonly category: PhotoCategory | null;
  /** SHA-256 in hex; undefined until computed, null if it cannot be. */
  readonly hash: string | null | undefined;
  readonly state: UploadState;
  /** Bytes sent so far. */
  readonly sent: number;
  readonly message: string;
  /** Name of the uploaded file on the server, which still has to be saved. */
  readonly savedFileName: string | null;
  readonly photoId: number | null;
}

export interface UploadQueue {
  readonly uploads: readonly Upload[];
  /** Time in milliseconds until which the server asked to wait. */
  readonly pausedUntil: number | null;
  /** Content hashes of the photos in each category. */
  readonly existingHashes: Partial<Record<PhotoCategory, ReadonlySet<string>>>;
}

export const MAX_CONCURRENT_UPLOADS = 3;
export const emptyQueue: UploadQueue = { uploads: [], pausedUntil: null, existingHashes: {} };

type FileInfo = Pick<File, 'name' | 'size' | 'type'>;

/** The content type, derived from the file name if the browser does not know it: some systems have none for AVIF. */
const typeOf = ({ name, type }: FileInfo): UploadType | null => {
  if (type !== '') return uploadTypes.find((known) => known === type) ?? null;
  return uploadTypes.find((known) => hasMatchingExtension(name, known)) ?? null;
};

/** Validates a file before sending; returns an error message or an empty string. */
const validateFile = (file: FileInfo, type: UploadType | null): string => {
  if (type === null) return photoMessages.type;
  if (!hasMatchingExtension(file.name, type)) return photoMessages.extension;
  if (file.size === 0) return photoMessages.unreadable;
  return file.size > uploadLimits.bytes ? photoMessages.tooLarge : '';
};

export const createUpload = (id: number, file: FileInfo): Upload => {
  const type = typeOf(file);
  const message = validateFile(file, type);
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
/** Whether the upload has ended. */
export const isCompleted = ({ state }: Upload): boolean =>
  state === 'done' || state === 'duplicate' || state === 'refused';
export const isRunning = ({ uploads }: UploadQueue): boolean => uploads.some(isActive);

export const updateUpload = (queue: UploadQueue, id: number, change: Partial<Upload>): UploadQueue => ({
  ...queue,
  uploads: queue.uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
});

export const removeUploads = (queue: UploadQueue, isGone: (upload: Upload) => boolean): UploadQueue => ({
  ...queue,
  uploads: queue.uploads.filter((upload) => !isGone(upload)),
});

const DUPLICATE_IN_LIST = '목록에 같은 사진이 있습니다.';

/** Finds duplicates in this category with the reason: already published, or the same as an earlier file. */
export const findDuplicates = (
  { uploads, existingHashes }: UploadQueue,
  category: PhotoCategory,
): Map<number, string> => {
  const listed = new Set<string>();
  const found = new Map<number, string>();
  for (const upload of uploads)
    if (isInFlight(upload) && upload.category === category && upload.hash != null) listed.add(upload.hash);
  for (const { id, hash, state, category: own } of uploads) {
    const isToCome = state === 'chosen' || (state === 'waiting' && own === category);
    if (!isToCome || hash == null) continue;
    if (existingHashes[category]?.has(hash)) found.set(id, errors.PHOTO_EXISTS.message);
    else if (listed.has(hash)) found.set(id, DUPLICATE_IN_LIST);
    listed.add(hash);
  }
  return found;
};

/** Starts the chosen files in this category and removes completed uploads of earlier batches. */
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

/** Queues failed uploads again: files already on the server are saved first, the others are sent again. */
export const retryUploads = (
  queue: UploadQueue,
  isMeant: (upload: Upload) => boolean = () => true,
): UploadQueue => ({
  ...queue,
  uploads: queue.uploads.map((upload) =>
    upload.state === 'failed' && isMeant(upload) ? { ...upload, state: 'waiting', message: '' } : upload,
  ),
});

/**
 * Returns the next upload. Categories of the home page show the newest photo, so their uploads run one at a time and the last file
 * becomes the newest.
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

// Share of the progress for sending a file; the rest is for processing on the server.
const SENDING_SHARE = 0.5;

/** Whether an upload was started; rejected files have no category. */
const hasFailed = ({ state, category }: Upload): boolean =>
  state === 'failed' || (state === 'refused' && category !== null);

/** The progress of all started uploads. `share` is 0 to 1 by bytes, without failed ones. */
export const summarizeUploads = ({ uploads }: UploadQueue) => {
  const good = uploads.filter((upload) => isActive(upload) || upload.state === 'done');
  const failed = uploads.filter(hasFailed).length;
  const size = good.reduce((sum, upload) => sum + upload.size, 0);
  const sent = good.reduce(
    (sum, upload) => sum + (upload.state === 'done' ? upload.size : upload.sent * SENDING_SHARE),
    0,
  );
  return {
    count: good.length + failed,
    done: good.filter(({ state }) => state === 'done').length,
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
