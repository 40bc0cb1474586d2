import { mutationOptions } from '@tanstack/react-query';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { messageOf } from '#platform/web/client/api/api.ts';
import type { Status } from './use-status.ts';

const FAILED = '순서를 저장하지 못했습니다. 다시 시도해 주세요.';

type Ids = readonly number[];

/** What the page supplies: `send` saves an order and throws `ApiError`; the others update the screen. */
export interface OrderDeps extends Pick<Status, 'showStatus' | 'showError'> {
  readonly send: (ids: Ids) => Promise<void>;
  readonly refresh: () => Promise<void>;
}

/** Saves the orders of a category one after another. Of the orders that wait for one in flight only the latest is sent. */
export const photoOrderMutation = (
  category: PhotoCategory,
  { send, refresh, showStatus, showError }: OrderDeps,
) => {
  /** Null when no order is being saved. */
  let latest: Ids | null = null;
  return mutationOptions<void, Error, Ids>({
    scope: { id: `photo-order-${category}` },
    networkMode: 'always',
    onMutate: (ids) => {
      if (latest === null) showStatus('순서를 저장하는 중입니다.');
      latest = ids;
    },
    mutationFn: async (ids) => {
      if (ids !== latest) return;
      try {
        await send(ids);
      } finally {
        // Another order may be chosen during this reload.
        if (ids === latest) await refresh();
      }
    },
    onSettled: (_, error, ids) => {
      if (ids !== latest) return;
      latest = null;
      showStatus(error === null ? '순서를 저장했습니다.' : '');
      if (error !== null) showError(messageOf(error, FAILED));
    },
  });
};
