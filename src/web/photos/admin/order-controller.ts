import { messageOf } from '#web/api/api.ts';

const FAILED = '순서를 저장하지 못했습니다. 다시 시도해 주세요.';

/** The calls that reach the server and the page. `send` throws `ApiError`. */
export interface OrderDeps {
  readonly send: (ids: readonly number[]) => Promise<void>;
  readonly refresh: () => Promise<void>;
  readonly showStatus: (text: string) => void;
  readonly showError: (text: string) => void;
}

/**
 * Shows a new order at once and reverts it when the server rejects it. While a request is in flight only the latest order is
 * queued.
 */
export const createOrderController = (deps: OrderDeps) => {
  const listeners = new Set<() => void>();
  let ids: readonly number[] | null = null;
  let queued: readonly number[] | null = null;
  let isSending = false;

  const show = (next: readonly number[] | null): void => {
    ids = next;
    for (const listener of listeners) listener();
  };

  /** Resolves to the error message; empty on success. */
  const sendOne = async (next: readonly number[]): Promise<string> => {
    try {
      await deps.send(next);
      return '';
    } catch (error) {
      return messageOf(error, FAILED);
    }
  };

  const sendQueued = async (): Promise<string> => {
    let failure = '';
    while (queued !== null) {
      const next = queued;
      queued = null;
      failure = await sendOne(next);
      // Another order may be queued during this reload; the loop sends it next.
      if (queued === null) await deps.refresh();
    }
    return failure;
  };

  return {
    read: (): readonly number[] | null => ids,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    saveOrder: async (next: readonly number[]): Promise<void> => {
      show(next);
      queued = next;
      if (isSending) return;
      isSending = true;
      deps.showStatus('순서를 저장하는 중입니다.');
      let failure = FAILED;
      try {
        failure = await sendQueued();
      } finally {
        isSending = false;
        show(null);
        deps.showStatus(failure === '' ? '순서를 저장했습니다.' : '');
        if (failure !== '') deps.showError(failure);
      }
    },
  };
};
