import { createStore, type StoreApi } from 'zustand';
import { isHomeCategory, type PhotoCategory } from '#core/files/contract/photos.ts';
import type { UploadTarget } from '#core/files/web/upload-file.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import type { adminPhotoEndpoints } from '../../contract/admin-photos.ts';
import { classifyUploadError } from './classify-upload-error.ts';
import { addUpload, isRunning, noUploads, type UploadTotals } from './upload-totals.ts';
import { createUpload, isCompleted, isDoubtful, type Upload } from './upload.ts';

type Endpoint = typeof adminPhotoEndpoints.createUploadUrl;
type Place = BodyOf<Endpoint>['place'];

/** The calls that reach the server. A failure of any but `reload` is an `ApiError`, unless the call was aborted. */
export interface UploadDeps {
  /** The photo's place in file order is decided here, so that uploads may end in any order. */
  readonly requestTarget: (upload: Upload, place: Place, signal: AbortSignal) => Promise<UploadTarget>;
  readonly uploadFile: (
    file: File,
    target: UploadTarget,
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly save: (upload: Upload, savedFileName: string) => Promise<void>;
  /** Creates a function that says what the studio should know about a file before it uploads it, or ''. It never rejects. */
  readonly inspector: () => (file: File) => Promise<string>;
  /** Called when an upload has ended and no other waits or runs. */
  readonly reload: () => void;
}

export type UploadStore = StoreApi<Upload>;

export interface UploadQueueState {
  /** In the order in which the files were chosen. Each upload is a store of its own, so that its progress does not render other rows. */
  readonly list: readonly UploadStore[];
  readonly totals: UploadTotals;
  /** No upload starts before this time (milliseconds since 1970), by the server's `Retry-After`. */
  readonly pausedUntil: number | null;
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

const MAX_CONCURRENT_UPLOADS = 3;
const emptyQueue: UploadQueueState = { list: [], totals: noUploads, pausedUntil: null };

/** The uploads of a page. A change of one upload costs the same however many files are listed. */
export const createUploadQueue = (deps: UploadDeps) => {
  const queue = createStore<UploadQueueState>(() => emptyQueue);
  const { getState, setState } = queue;
  /** The uploads to start, by category. */
  const waiting = new Map<PhotoCategory, UploadStore[]>();
  const inFlight = new Map<UploadStore, AbortController>();
  /** The upload of each category by which the others are placed. */
  const anchors = new Map<PhotoCategory, Promise<{ id: number; savedFileName: string } | null>>();
  let lastId = 0;
  let inspected = Promise.resolve();
  let resumeTimer: ReturnType<typeof setTimeout> | undefined;

  const change = (upload: UploadStore, patch: Partial<Upload>): void => {
    // A save cannot be aborted, so it may end after its upload was removed.
    if (inFlight.get(upload)?.signal.aborted) return;
    const before = upload.getState();
    upload.setState(patch);
    const totals = addUpload(getState().totals, before, -1);
    setState({ totals: addUpload(totals, upload.getState()) });
  };

  const waitingIn = (category: PhotoCategory): UploadStore[] => {
    const uploads = waiting.get(category) ?? [];
    waiting.set(category, uploads);
    return uploads;
  };

  /** Sets an upload to `waiting`. With `hasBegun` it is placed before the others of its category. */
  const wait = (upload: UploadStore, patch: Partial<Upload>, hasBegun = false): void => {
    change(upload, { ...patch, state: 'waiting' });
    const { category } = upload.getState();
    if (category === null) return;
    if (hasBegun) waitingIn(category).unshift(upload);
    else waitingIn(category).push(upload);
  };

  /**
   * Uploads into the same category of the home page run one at a time: that page shows the newest photo first, which should be the last
   * file.
   */
  const takeNext = (): UploadStore | undefined => {
    if (getState().pausedUntil !== null || inFlight.size >= MAX_CONCURRENT_UPLOADS) return undefined;
    const busy = new Set(Array.from(inFlight.keys(), (upload) => upload.getState().category));
    for (const [category, uploads] of waiting) {
      if (uploads.length > 0 && !(isHomeCategory(category) && busy.has(category))) return uploads.shift();
    }
    return undefined;
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

  /**
   * Requests the URL of an upload. Requests of one category run one after another, because the others are placed relative to the first
   * upload that has a URL.
   */
  const requestTarget = (upload: Upload, signal: AbortSignal): Promise<UploadTarget> => {
    const { id, category } = upload;
    if (category === null) return deps.requestTarget(upload, undefined, signal);
    const previous = anchors.get(category) ?? Promise.resolve(null);
    const requested = previous.then(async (anchor) => {
      const place = anchor && { savedFileName: anchor.savedFileName, offset: id - anchor.id };
      const target = await deps.requestTarget(upload, place ?? undefined, signal);
      return { target, anchor: anchor ?? { id, savedFileName: target.savedFileName } };
    });
    anchors.set(
      category,
      requested.then(
        ({ anchor }) => anchor,
        () => previous,
      ),
    );
    return requested.then(({ target }) => target);
  };

  const send = async (upload: UploadStore, signal: AbortSignal): Promise<string> => {
    const { file, size } = upload.getState();
    const target = await requestTarget(upload.getState(), signal);
    const onSent = (sent: number): void => change(upload, { sent: Math.min(sent, size) });
    await deps.uploadFile(file, target, onSent, signal);
    change(upload, { savedFileName: target.savedFileName });
    return target.savedFileName;
  };

  const run = async (upload: UploadStore): Promise<void> => {
    const controller = new AbortController();
    inFlight.set(upload, controller);
    const { savedFileName: sentName, size } = upload.getState();
    try {
      const savedFileName = sentName ?? (await send(upload, controller.signal));
      change(upload, { state: 'saving', sent: size });
      await deps.save(upload.getState(), savedFileName);
      change(upload, { state: 'done', savedFileName: null });
    } catch (error) {
      if (controller.signal.aborted) return;
      const { change: patch, retryAfterS } = classifyUploadError(error, upload.getState(), sentName !== null);
      if (patch.state === 'waiting') wait(upload, patch, true);
      else change(upload, patch);
      if (retryAfterS !== undefined) pause(retryAfterS);
    } finally {
      inFlight.delete(upload);
      advance();
      if (!isRunning(getState().totals)) deps.reload();
    }
  };

  const advance = (): void => {
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      change(next, { state: next.getState().savedFileName === null ? 'uploading' : 'saving' });
      void run(next);
    }
  };

  /** Removes uploads from the list and aborts their transfers, but not a save that has begun. */
  const removeAll = (shouldRemove: (upload: Upload) => boolean): void => {
    let { totals } = getState();
    const list = getState().list.filter((upload) => {
      if (!shouldRemove(upload.getState())) return true;
      totals = addUpload(totals, upload.getState(), -1);
      inFlight.get(upload)?.abort();
      return false;
    });
    const isListed = new Set(list);
    for (const [category, uploads] of waiting)
      waiting.set(
        category,
        uploads.filter((upload) => isListed.has(upload)),
      );
    setState({ list, totals });
  };

  const inspect = async (upload: UploadStore, describe: ReturnType<UploadDeps['inspector']>) => {
    const isOpen = (): boolean => upload.getState().state === 'chosen' && getState().list.includes(upload);
    const message = isOpen() ? await describe(upload.getState().file) : '';
    if (isOpen()) change(upload, { message });
  };

  return {
    state: queue,
    uploads: (): readonly Upload[] => getState().list.map((upload) => upload.getState()),
    add: (files: readonly File[]): void => {
      const added = files.map((file) => createStore(() => createUpload((lastId += 1), file)));
      const totals = added.reduce((sum, upload) => addUpload(sum, upload.getState()), getState().totals);
      setState(({ list }) => ({ list: [...list, ...added], totals }));
      // One file at a time, because it is in memory meanwhile.
      const describe = deps.inspector();
      for (const upload of added) inspected = inspected.then(() => inspect(upload, describe));
    },
    /** Resolves when the chosen files are inspected. */
    whenInspected: (): Promise<void> => inspected,
    /**
     * Starts the chosen uploads up to `lastId` into `category`. If any are chosen and no upload is running, first removes uploads that are
     * done.
     */
    start: (category: PhotoCategory, { isHidden = false, lastId = Number.POSITIVE_INFINITY } = {}): void => {
      const { totals } = getState();
      const isNew = (totals.counts.chosen ?? 0) > 0;
      if (isNew && !isRunning(totals)) {
        removeAll(({ state }) => state === 'done');
        anchors.clear();
      }
      for (const upload of getState().list) {
        const { state, id } = upload.getState();
        if (state === 'chosen' && id <= lastId) wait(upload, { category, isHidden, message: '' });
      }
      advance();
    },
    /**
     * Starts the failed uploads again, or only the one with this id. One whose save failed by the network or a server error is only saved,
     * others start over.
     */
    retry: (id?: number): void => {
      for (const upload of getState().list) {
        const { state, id: own } = upload.getState();
        if (state === 'failed' && (id === undefined || own === id)) wait(upload, { message: '' });
      }
      advance();
    },
    remove: (id: number): void => {
      removeAll((upload) => upload.id === id);
      advance();
    },
    removeDoubtful: (): void => removeAll(isDoubtful),
    clear: (): void => removeAll(isCompleted),
    /** Removes all uploads and aborts the transfers, for when the page is left. */
    abandon: (): void => {
      clearTimeout(resumeTimer);
      removeAll(() => true);
      setState(emptyQueue);
    },
  };
};
