import { createStore } from 'zustand';
import type { AdminPhoto, adminPhotoEndpoints } from '#contract/admin-photos.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { PhotoCategory } from '#contract/photos.ts';
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
  type Upload,
  type UploadQueue,
} from './upload-queue.ts';

export type UploadTarget = ResponseOf<typeof adminPhotoEndpoints.createUploadUrl>;

/** The calls that reach the server and the page. All but `hash` throw `ApiError`. */
export interface UploadDeps {
  /** Resolves to null when the browser cannot compute a hash. */
  readonly hash: (file: File) => Promise<string | null>;
  readonly requestTarget: (upload: Upload, signal: AbortSignal) => Promise<UploadTarget>;
  readonly uploadFile: (
    file: File,
    target: UploadTarget,
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly save: (upload: Upload, savedFileName: string) => Promise<AdminPhoto>;
  /**
   * Called when all started uploads have ended. `done` is in file order. Uploads outside `fresh` were reported before, and
   * their photos may have been moved since.
   */
  readonly finishBatch: (
    category: PhotoCategory,
    done: readonly Upload[],
    fresh: ReadonlySet<number>,
  ) => Promise<void>;
}

export type UploadController = ReturnType<typeof createUploadController>;

export const createUploadController = (deps: UploadDeps) => {
  const files = new Map<number, File>();
  const inFlight = new Map<number, AbortController>();
  const finishedIds = new Set<number>();
  const queue = createStore<UploadQueue>(() => emptyQueue);
  const { getState, setState } = queue;
  let lastId = 0;
  let hashing = Promise.resolve();
  let resumeTimer: ReturnType<typeof setTimeout> | undefined;

  const change = (id: number, patch: Partial<Upload>): void => setState(updateUpload(getState(), id, patch));
  const find = (id: number): Upload | undefined => getState().uploads.find((upload) => upload.id === id);

  const setExistingHashes = (category: PhotoCategory, hashes: ReadonlySet<string>): void =>
    setState(({ existingHashes }) => ({ existingHashes: { ...existingHashes, [category]: hashes } }));

  /** Adds the hash at once, because the photo list reloads later. */
  const addExistingHash = ({ category, hash }: Upload): void => {
    if (category !== null && hash != null)
      setExistingHashes(category, new Set([...(getState().existingHashes[category] ?? []), hash]));
  };

  const pause = (seconds: number): void => {
    const until = Math.max(Date.now() + seconds * 1_000, getState().pausedUntil ?? 0);
    setState({ pausedUntil: until });
    clearTimeout(resumeTimer);
    resumeTimer = setTimeout(() => {
      setState({ pausedUntil: null });
      advance();
    }, until - Date.now());
  };

  const send = async (upload: Upload, file: File, signal: AbortSignal): Promise<string> => {
    const { id } = upload;
    const target = await deps.requestTarget(upload, signal);
    await deps.uploadFile(file, target, (sent) => change(id, { sent: Math.min(sent, upload.size) }), signal);
    change(id, { savedFileName: target.savedFileName });
    return target.savedFileName;
  };

  const run = async (upload: Upload, file: File): Promise<void> => {
    const { id } = upload;
    const controller = new AbortController();
    inFlight.set(id, controller);
    const isResumed = upload.savedFileName !== null;
    try {
      const savedFileName = upload.savedFileName ?? (await send(upload, file, controller.signal));
      change(id, { state: 'saving', sent: upload.size });
      const photo = await deps.save(upload, savedFileName);
      addExistingHash(upload);
      change(id, { state: 'done', savedFileName: null, photoId: photo.id });
    } catch (error) {
      const current = find(id);
      if (controller.signal.aborted || current === undefined) return;
      const outcome = classifyUploadError(error, current, isResumed);
      change(id, outcome.change);
      if (outcome.retryAfterS !== undefined) pause(outcome.retryAfterS);
    } finally {
      inFlight.delete(id);
      advance();
    }
  };

  const finishBatch = (): void => {
    const done = getState().uploads.filter(({ state }) => state === 'done');
    const newlyDone = done.filter(({ id }) => !finishedIds.has(id));
    const fresh = new Set(newlyDone.map(({ id }) => id));
    for (const id of fresh) {
      finishedIds.add(id);
      files.delete(id);
    }
    for (const category of new Set(newlyDone.map((upload) => upload.category)))
      if (category !== null)
        void deps.finishBatch(
          category,
          done.filter((upload) => upload.category === category),
          fresh,
        );
  };

  const advance = (): void => {
    for (let next = findNextUpload(getState()); next !== undefined; next = findNextUpload(getState())) {
      const file = files.get(next.id);
      if (file === undefined) return;
      const isNew = next.savedFileName === null;
      const duplicateMessage =
        next.category === null ? undefined : findDuplicates(getState(), next.category).get(next.id);
      if (isNew && duplicateMessage !== undefined) {
        change(next.id, { state: 'duplicate', message: duplicateMessage });
        continue;
      }
      change(next.id, { state: isNew ? 'uploading' : 'saving' });
      void run(next, file);
    }
    if (!isRunning(getState())) finishBatch();
  };

  // Hashes one file at a time, because hashing holds the whole file in memory.
  const hashAfter = async (previous: Promise<void>, id: number, file: File): Promise<void> => {
    await previous;
    if (find(id) === undefined) return;
    const hash = await deps.hash(file).catch(() => null);
    change(id, { hash });
    advance();
  };

  const stop = (id: number): void => {
    inFlight.get(id)?.abort();
    files.delete(id);
  };

  return {
    queue,
    read: getState,
    add: (chosen: readonly File[]): void => {
      const added = chosen.map((file) => {
        const upload = createUpload((lastId += 1), file);
        if (upload.state === 'chosen') files.set(upload.id, file);
        return upload;
      });
      setState(({ uploads }) => ({ uploads: [...uploads, ...added] }));
      for (const [id, file] of files)
        if (added.some((upload) => upload.id === id)) hashing = hashAfter(hashing, id, file);
    },
    /** Sets the content hashes of the photos that a category contains. */
    setExistingHashes,
    fileOf: (id: number): File | undefined => files.get(id),
    start: (category: PhotoCategory): void => {
      setState(startUploads(getState(), category));
      advance();
    },
    retry: (id?: number): void => {
      setState(retryUploads(getState(), (upload) => id === undefined || upload.id === id));
      advance();
    },
    remove: (id: number): void => {
      stop(id);
      setState(removeUploads(getState(), (upload) => upload.id === id));
      advance();
    },
    clear: (): void => {
      for (const { id } of getState().uploads.filter(isCompleted)) files.delete(id);
      setState(removeUploads(getState(), isCompleted));
    },
    /** Aborts all running uploads, for when the page is left. */
    abandon: (): void => {
      for (const { id } of getState().uploads.filter(isActive)) stop(id);
      clearTimeout(resumeTimer);
      setState(emptyQueue);
    },
  };
};
