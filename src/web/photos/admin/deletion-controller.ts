import { RESTORE_WINDOW_S } from '#contract/photos.ts';
import type { AdminPhoto } from '#contract/photos.ts';
import { ApiError, messageOf } from '#web/api/api.ts';

const DELETE_FAILED = '삭제 실패';
const RESTORE_FAILED = '사진을 되돌리지 못했습니다.';
const TOO_LATE = '되돌릴 수 있는 시간이 지났습니다.';

/** Side effects of deletions. The first two throw `ApiError`. */
export interface DeletionDeps {
  readonly remove: (id: number) => Promise<void>;
  readonly restore: (id: number) => Promise<void>;
  readonly refresh: () => Promise<void>;
  readonly showStatus: (words: string) => void;
  readonly showError: (words: string) => void;
}

interface DeletionState {
  /** Ids of photos that are hidden, because they are deleted or being deleted. */
  readonly hidden: ReadonlySet<number>;
  /** Deletions that can be undone, the last one first. */
  readonly count: number;
  readonly isRestoring: boolean;
  /** The last status text. */
  readonly words: string;
}

const formatDeleted = (count: number): string =>
  count === 1 ? '사진을 삭제했습니다.' : `사진 ${count}장을 삭제했습니다.`;
const formatRestored = (left: number): string =>
  ['사진을 되돌렸습니다.', left > 0 && `삭제한 사진이 ${left}장 더 있습니다.`].filter(Boolean).join(' ');

/** Deletes photos at once; for a while deletions can be undone, the last one first. Both functions return whether they succeeded. */
export const createDeletionController = (steps: DeletionDeps) => {
  const listeners = new Set<() => void>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const leaving = new Set<number>();
  let deleted: readonly number[] = [];
  let isRestoring = false;
  let words = '';
  let state: DeletionState = { hidden: new Set(), count: 0, isRestoring, words };

  const tell = (): void => {
    state = { hidden: new Set([...leaving, ...deleted]), count: deleted.length, isRestoring, words };
    for (const listener of listeners) listener();
  };

  const forget = (id: number): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    deleted = deleted.filter((other) => other !== id);
    tell();
  };

  const say = (next: string): void => {
    words = next;
    steps.showStatus(next);
  };

  const keep = (id: number): void => {
    deleted = [...deleted, id];
    timers.set(
      id,
      setTimeout(() => forget(id), RESTORE_WINDOW_S * 1_000),
    );
  };

  const remove = async ({ id }: Pick<AdminPhoto, 'id'>): Promise<boolean> => {
    leaving.add(id);
    tell();
    try {
      await steps.remove(id);
      keep(id);
      say(formatDeleted(deleted.length));
      return true;
    } catch (error) {
      steps.showError(messageOf(error, DELETE_FAILED));
      return false;
    } finally {
      leaving.delete(id);
      tell();
      void steps.refresh();
    }
  };

  const restoreLast = async (id: number): Promise<boolean> => {
    try {
      await steps.restore(id);
      await steps.refresh();
      forget(id);
      say(formatRestored(deleted.length));
      return true;
    } catch (error) {
      const isTooLate = error instanceof ApiError && error.status === 404;
      // It cannot be restored, so it is removed and no longer blocks the others.
      if (isTooLate || (error instanceof ApiError && error.code === 'PHOTO_EXISTS')) {
        await steps.refresh();
        forget(id);
      }
      steps.showError(isTooLate ? TOO_LATE : messageOf(error, RESTORE_FAILED));
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
      tell();
      const isBack = await restoreLast(id);
      isRestoring = false;
      tell();
      return isBack;
    },
  };
};
