import { messageOf } from '#web/api/api.ts';

const FAILED = '순서를 저장하지 못했습니다. 다시 시도해 주세요.';

/** Side effects of ordering. `send` throws `ApiError`. */
export interface OrderDeps {
  readonly send: (ids: readonly number[]) => Promise<void>;
  readonly refresh: () => Promise<void>;
  readonly showStatus: (words: string) => void;
  readonly showError: (words: string) => void;
}

/**
 * Shows a new order at once and undoes it when the server rejects it. Of several orders the last is sent; none chosen meanwhile is
 * lost.
 */
export const createOrderController = (steps: OrderDeps) => {
  const listeners = new Set<() => void>();
  let ids: readonly number[] | null = null;
  let wanted: readonly number[] | null = null;
  let isSending = false;

  const show = (next: readonly number[] | null): void => {
    ids = next;
    for (const listener of listeners) listener();
  };

  /** Sends the order; returns an error message, or an empty string on success. */
  const sendOne = async (next: readonly number[]): Promise<string> => {
    try {
      await steps.send(next);
      return '';
    } catch (error) {
      return messageOf(error, FAILED);
    }
  };

  const sendWanted = async (): Promise<string> => {
    let failure = '';
    while (wanted !== null) {
      const next = wanted;
      wanted = null;
      failure = await sendOne(next);
      // Another order may be chosen during the refetch; it is sent as well.
      if (wanted === null) await steps.refresh();
    }
    return failure;
  };

  return {
    read: (): readonly number[] | null => ids,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hang: async (next: readonly number[]): Promise<void> => {
      show(next);
      wanted = next;
      if (isSending) return;
      isSending = true;
      steps.showStatus('순서를 저장하는 중입니다.');
      let failure = FAILED;
      try {
        failure = await sendWanted();
      } finally {
        isSending = false;
        show(null);
        steps.showStatus(failure === '' ? '순서를 저장했습니다.' : '');
        if (failure !== '') steps.showError(failure);
      }
    },
  };
};
