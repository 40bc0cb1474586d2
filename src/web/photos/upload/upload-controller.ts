import type { ResponseOf } from '#contract/endpoint.ts';
import type { AdminPhoto, PhotoCategory, photoEndpoints } from '#contract/photos.ts';
import { classifyUploadError } from './classify-upload-error.ts';
import {
  updateUpload,
  createUpload,
  emptyQueue,
  findDuplicates,
  findNextUpload,
  isCompleted,
  isRunning,
  isActive,
  removeUploads,
  retryUploads,
  startUploads,
} from './upload-queue.ts';
import type { Upload, UploadQueue } from './upload-queue.ts';

export type UploadTarget = ResponseOf<typeof photoEndpoints.createUploadUrl>;

/** Side effects of uploads. All but `hash` throw `ApiError`. */
export interface UploadDeps {
  /** Null when it cannot be computed. */
  readonly hash: (file: File) => Promise<string | null>;
  readonly requestTarget: (upload: Upload, signal: AbortSignal) => Promise<UploadTarget>;
  readonly uploadFile: (
    file: File,
    address: UploadTarget,
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly save: (upload: Upload, savedFileName: string) => Promise<AdminPhoto>;
  /**
   * All that was started has come to an end; `done` in the order of the files. Those that are not `fresh` were told before,
   * and may have changed places since.
   */
  readonly finishBatch: (
    category: PhotoCategory,
    done: readonly Upload[],
    fresh: ReadonlySet<number>,
  ) => Promise<void>;
}

export type UploadController = ReturnType<typeof createUploadController>;

export const createUploadController = (steps: UploadDeps) => {
  const files = new Map<number, File>();
  const underWay = new Map<number, AbortController>();
  const listeners = new Set<() => void>();
  const finished = new Set<number>();
  let queue: UploadQueue = emptyQueue;
  let lastId = 0;
  let hashing = Promise.resolve();
  let resumption: ReturnType<typeof setTimeout> | undefined;

  const setQueue = (next: UploadQueue): void => {
    queue = next;
    for (const listener of listeners) listener();
  };
  const change = (id: number, patch: Partial<Upload>): void => setQueue(updateUpload(queue, id, patch));
  const find = (id: number): Upload | undefined => queue.uploads.find((upload) => upload.id === id);

  const know = (category: PhotoCategory, hashes: ReadonlySet<string>): void =>
    setQueue({ ...queue, existingHashes: { ...queue.existingHashes, [category]: hashes } });

  /** Adds the photo before the list is fetched again. */
  const learn = ({ category, hash }: Upload): void => {
    if (category !== null && hash != null)
      know(category, new Set([...(queue.existingHashes[category] ?? []), hash]));
  };

  const pause = (seconds: number): void => {
    const until = Math.max(Date.now() + seconds * 1_000, queue.pausedUntil ?? 0);
    setQueue({ ...queue, pausedUntil: until });
    clearTimeout(resumption);
    resumption = setTimeout(() => {
      setQueue({ ...queue, pausedUntil: null });
      advance();
    }, until - Date.now());
  };

  const send = async (upload: Upload, file: File, signal: AbortSignal): Promise<string> => {
    const { id } = upload;
    const address = await steps.requestTarget(upload, signal);
    await steps.uploadFile(
      file,
      address,
      (sent) => change(id, { sent: Math.min(sent, upload.size) }),
      signal,
    );
    change(id, { savedFileName: address.savedFileName });
    return address.savedFileName;
  };

  const run = async (upload: Upload, file: File): Promise<void> => {
    const { id } = upload;
    const controller = new AbortController();
    underWay.set(id, controller);
    const isResumed = upload.savedFileName !== null;
    try {
      const savedFileName = upload.savedFileName ?? (await send(upload, file, controller.signal));
      change(id, { state: 'saving', sent: upload.size });
      const photo = await steps.save(upload, savedFileName);
      learn(upload);
      change(id, { state: 'done', savedFileName: null, photoId: photo.id });
    } catch (error) {
      const current = find(id);
      if (controller.signal.aborted || current === undefined) return;
      const verdict = classifyUploadError(error, current, isResumed);
      change(id, verdict.change);
      if (verdict.retryAfterS !== undefined) pause(verdict.retryAfterS);
    } finally {
      underWay.delete(id);
      advance();
    }
  };

  const finishBatch = (): void => {
    const done = queue.uploads.filter(({ state }) => state === 'done');
    const news = done.filter(({ id }) => !finished.has(id));
    const fresh = new Set(news.map(({ id }) => id));
    for (const id of fresh) {
      finished.add(id);
      files.delete(id);
    }
    for (const category of new Set(news.map((upload) => upload.category)))
      if (category !== null)
        void steps.finishBatch(
          category,
          done.filter((upload) => upload.category === category),
          fresh,
        );
  };

  const advance = (): void => {
    for (let next = findNextUpload(queue); next !== undefined; next = findNextUpload(queue)) {
      const file = files.get(next.id);
      if (file === undefined) return;
      const isNew = next.savedFileName === null;
      const twin = next.category === null ? undefined : findDuplicates(queue, next.category).get(next.id);
      if (isNew && twin !== undefined) {
        change(next.id, { state: 'duplicate', message: twin });
        continue;
      }
      change(next.id, { state: isNew ? 'uploading' : 'saving' });
      void run(next, file);
    }
    if (!isRunning(queue)) finishBatch();
  };

  // One at a time, because a file is read into memory completely.
  const hashInTurn = async (before: Promise<void>, id: number, file: File): Promise<void> => {
    await before;
    if (find(id) === undefined) return;
    const hash = await steps.hash(file).catch(() => null);
    change(id, { hash });
    advance();
  };

  const stop = (id: number): void => {
    underWay.get(id)?.abort();
    files.delete(id);
  };

  return {
    read: (): UploadQueue => queue,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (given: readonly File[]): void => {
      const added = given.map((file) => {
        const upload = createUpload((lastId += 1), file);
        if (upload.state === 'chosen') files.set(upload.id, file);
        return upload;
      });
      setQueue({ ...queue, uploads: [...queue.uploads, ...added] });
      for (const [id, file] of files)
        if (added.some((upload) => upload.id === id)) hashing = hashInTurn(hashing, id, file);
    },
    /** Sets the content hashes that a category has now. */
    know,
    fileOf: (id: number): File | undefined => files.get(id),
    start: (category: PhotoCategory): void => {
      setQueue(startUploads(queue, category));
      advance();
    },
    retry: (id?: number): void => {
      setQueue(retryUploads(queue, (upload) => id === undefined || upload.id === id));
      advance();
    },
    remove: (id: number): void => {
      stop(id);
      setQueue(removeUploads(queue, (upload) => upload.id === id));
      advance();
    },
    clear: (): void => {
      for (const { id } of queue.uploads.filter(isCompleted)) files.delete(id);
      setQueue(removeUploads(queue, isCompleted));
    },
    /** Aborts uploads in progress when the page is left. */
    abandon: (): void => {
      for (const { id } of queue.uploads.filter(isActive)) stop(id);
      clearTimeout(resumption);
      setQueue(emptyQueue);
    },
  };
};
