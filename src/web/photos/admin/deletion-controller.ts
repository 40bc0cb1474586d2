import { RESTORE_WINDOW_S, type AdminPhoto } from '#contract/admin-photos.ts';
import { ApiError, messageOf } from '#web/api/api.ts';

const DELETE_FAILED = '삭제 실패';
const RESTORE_FAILED = '사진을 되돌리지 못했습니다.';
const TOO_LATE = '되돌릴 수 있는 시간이 지났습니다.';

/** The calls that reach the server and the page. `remove` and `restore` throw `ApiError`. */
export interface DeletionDeps {
  readonly remove: (id: number) => Promise<void>;
  readonly restore: (id: number) => Promise<void>;
  readonly refresh: () => Promise<void>;
  readonly showStatus: (text: string) => void;
  readonly showError: (text: string) => void;
}

interface DeletionState {
  /** Ids of photos that are deleted or whose deletion is in flight. */
  readonly hidden: ReadonlySet<number>;
  /** Number of photos that can be restored. */
  readonly count: number;
  readonly isRestoring: boolean;
  /** Status text of the last deletion or restore. */
  readonly statusText: string;
}

const formatDeleted = (count: number): string =>
  count === 1 ? '사진을 삭제했습니다.' : `사진 ${count}장을 삭제했습니다.`;
const formatRestored = (remaining: number): string =>
  ['사진을 되돌렸습니다.', remaining > 0 && `삭제한 사진이 ${remaining}장 더 있습니다.`]
    .filter(Boolean)
    .join(' ');

/**
 * Deletes photos at once and restores them within `RESTORE_WINDOW_S`, the last deleted first. `remove` and `restore` resolve to
 * whether they succeeded.
 */
export const createDeletionController = (deps: DeletionDeps) => {
  const listeners = new Set<() => void>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const inFlight = new Set<number>();
  let deleted: readonly number[] = [];
  let isRestoring = false;
  let statusText = '';
  let state: DeletionState = { hidden: new Set(), count: 0, isRestoring, statusText };

  const publish = (): void => {
    state = { hidden: new Set([...inFlight, ...deleted]), count: deleted.length, isRestoring, statusText };
    for (const listener of listeners) listener();
  };

  const removeEntry = (id: number): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    deleted = deleted.filter((other) => other !== id);
    publish();
  };

  const showStatus = (next: string): void => {
    statusText = next;
    deps.showStatus(next);
  };

  const addEntry = (id: number): void => {
    deleted = [...deleted, id];
    timers.set(
      id,
      setTimeout(() => removeEntry(id), RESTORE_WINDOW_S * 1_000),
    );
  };

  const remove = async ({ id }: Pick<AdminPhoto, 'id'>): Promise<boolean> => {
    inFlight.add(id);
    publish();
    try {
      await deps.remove(id);
      addEntry(id);
      showStatus(formatDeleted(deleted.length));
      return true;
    } catch (error) {
      deps.showError(messageOf(error, DELETE_FAILED));
      return false;
    } finally {
      inFlight.delete(id);
      publish();
      void deps.refresh();
    }
  };

  const restoreLast = async (id: number): Promise<boolean> => {
    try {
      await deps.restore(id);
      await deps.refresh();
      removeEntry(id);
      showStatus(formatRestored(deleted.length));
      return true;
    } catch (error) {
      const isTooLate = error instanceof ApiError && error.status === 404;
      // This photo can never be restored. Drops it so that the photos deleted before it can be.
      if (isTooLate || (error instanceof ApiError && error.code === 'PHOTO_EXISTS')) {
        await deps.refresh();
        removeEntry(id);
      }
      deps.showError(isTooLate ? TOO_LATE : messageOf(error, RESTORE_FAILED));
      return false;
    }
  };

  return {
    read: (): DeletionState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    remove,
    restore: async (): Promise<boolean> => {
      const id = deleted.at(-1);
      if (id === undefined || isRestoring) return false;
      isRestoring = true;
      publish();
      const isRestored = await restoreLast(id);
      isRestoring = false;
      publish();
      return isRestored;
    },
  };
};
