import { createStore } from 'zustand';
import { RESTORE_WINDOW_S, type AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import { ApiError, messageOf } from '#platform/web/client/api/api.ts';
import type { Status } from './use-status.ts';

/** What the page supplies: `remove` and `restore` call the server and throw `ApiError`; the others update the screen. */
export interface DeletionDeps extends Pick<Status, 'showStatus' | 'showError'> {
  readonly remove: (id: number) => Promise<void>;
  readonly restore: (id: number) => Promise<void>;
  readonly refresh: () => Promise<void>;
}

interface DeletionState {
  /** Ids of photos whose deletion is in flight. */
  readonly inFlight: readonly number[];
  /** Ids of photos that can be restored, the last deleted last. */
  readonly deleted: readonly number[];
  readonly isRestoring: boolean;
  /** Status text of the last deletion or restore. */
  readonly statusText: string;
}

/** What the page needs: `hidden` photos are not listed, and `count` photos can be restored. */
export const shownDeletions = ({ inFlight, deleted, isRestoring, statusText }: DeletionState) => ({
  hidden: new Set([...inFlight, ...deleted]),
  count: deleted.length,
  isRestoring,
  statusText,
});

const formatDeleted = (count: number): string =>
  count === 1 ? '사진을 삭제했습니다.' : `사진 ${count}장을 삭제했습니다.`;
const formatRestored = (remaining: number): string =>
  `사진을 되돌렸습니다.${remaining > 0 ? ` 삭제한 사진이 ${remaining}장 더 있습니다.` : ''}`;

/**
 * Deletes photos without delay and restores them within `RESTORE_WINDOW_S`, the last deleted first. `remove` and `restore` resolve to
 * whether they succeeded.
 */
export const createDeletionController = (deps: DeletionDeps) => {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const initial: DeletionState = { inFlight: [], deleted: [], isRestoring: false, statusText: '' };
  const store = createStore(() => initial);
  const { getState, setState } = store;

  const removeEntry = (id: number): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    setState(({ deleted }) => ({ deleted: deleted.filter((other) => other !== id) }));
  };

  const showStatus = (statusText: string): void => {
    setState({ statusText });
    deps.showStatus(statusText);
  };

  const remove = async ({ id }: Pick<AdminPhoto, 'id'>): Promise<boolean> => {
    setState(({ inFlight }) => ({ inFlight: [...inFlight, id] }));
    try {
      await deps.remove(id);
      setState(({ deleted }) => ({ deleted: [...deleted, id] }));
      const expire = setTimeout(() => removeEntry(id), RESTORE_WINDOW_S * 1_000);
      timers.set(id, expire);
      showStatus(formatDeleted(getState().deleted.length));
      return true;
    } catch (error) {
      deps.showError(messageOf(error, '삭제 실패'));
      return false;
    } finally {
      setState(({ inFlight }) => ({ inFlight: inFlight.filter((other) => other !== id) }));
      void deps.refresh();
    }
  };

  const restore = async (): Promise<boolean> => {
    const id = getState().deleted.at(-1);
    if (id === undefined || getState().isRestoring) return false;
    setState({ isRestoring: true });
    try {
      await deps.restore(id);
      await deps.refresh();
      removeEntry(id);
      showStatus(formatRestored(getState().deleted.length));
      return true;
    } catch (error) {
      const { status = 0, code = '' } = error instanceof ApiError ? error : {};
      const isTooLate = status === 404;
      // This photo cannot be restored. Drops it so that the photos deleted before it can be.
      if (isTooLate || code === 'PHOTO_EXISTS') {
        await deps.refresh();
        removeEntry(id);
      }
      const failed = '사진을 되돌리지 못했습니다.';
      deps.showError(isTooLate ? '되돌릴 수 있는 시간이 지났습니다.' : messageOf(error, failed));
      return false;
    } finally {
      setState({ isRestoring: false });
    }
  };

  return { store, remove, restore };
};
