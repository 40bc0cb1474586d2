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
 * `chosen` waits for the press that starts it, `waiting` for its turn. `refused` was never sent, `duplicate` hangs in the
 * category already.
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
  /** Grows in the order in which the files were given. */
  readonly id: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: UploadType | null;
  /** Null until it is started. */
  readonly category: PhotoCategory | null;
  /** SHA-256 in hexadecimal; undefined until it is known, null where it cannot be. */
  readonly hash: string | null | undefined;
  readonly state: UploadState;
  /** Bytes that have gone out. */
  readonly sent: number;
  readonly message: string;
  /** It lies at the server under this name and has still to be saved. */
  readonly savedFileName: string | null;
  readonly photoId: number | null;
}

export interface UploadQueue {
  readonly uploads: readonly Upload[];
  /** The server asked to wait until this moment, in milliseconds. */
  readonly pausedUntil: number | null;
  /** What hangs in a category, by content. */
  readonly existingHashes: Partial<Record<PhotoCategory, ReadonlySet<string>>>;
}

export const MAX_CONCURRENT_UPLOADS = 3;
export const emptyQueue: UploadQueue = { uploads: [], pausedUntil: null, existingHashes: {} };

type FileInfo = Pick<File, 'name' | 'size' | 'type'>;

/** As the browser names it, or by the name where it does not know: some systems have no type for AVIF. */
const typeOf = ({ name, type }: FileInfo): UploadType | null => {
  if (type !== '') return uploadTypes.find((known) => known === type) ?? null;
  return uploadTypes.find((known) => hasMatchingExtension(name, known)) ?? null;
};

/** What is wrong with a file before anything is sent; empty when nothing is. */
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
/** It needs nothing any more. */
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

/** Those that would hang in this category twice, each with why: it is there already, or an earlier file is the same. */
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

/** Those that were chosen go to this category. What a batch before has done leaves the list. */
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

/** Failed ones wait for their turn again: what lies at the server is saved first, the rest begins anew. */
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
 * Whose turn it is. In a category of the home page the newest is what visitors see: there one comes after the other,
 * so that it is the last of the files.
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

// How much of the whole it is to have sent a file; the rest is what the server makes of it.
const SENDING_SHARE = 0.5;

/** Only what was started has a category: the others were refused before. */
const hasFailed = ({ state, category }: Upload): boolean =>
  state === 'failed' || (state === 'refused' && category !== null);

/** Of all that was started. `share` is 0 to 1, by bytes, of what has not failed. */
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

/** For `accept` of the file picker. */
export const acceptedFiles = [
  ...uploadTypes,
  ...Object.values(uploadExtensions)
    .flat()
    .map((extension) => `.${extension}`),
].join(',');
