import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { AlertDialog, type AlertDialogProps } from '#web/ui/dialog/alert-dialog.tsx';

interface QueuedDialog extends Pick<AlertDialogProps, 'message' | 'confirmLabel' | 'isDanger'> {
  /** Label of the cancel button of a confirmation; an alert has none. */
  readonly cancelLabel?: string;
  readonly id: number;
  readonly resolve: (isConfirmed: boolean) => void;
}

let queue: readonly QueuedDialog[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const setQueue = (next: readonly QueuedDialog[]): void => {
  queue = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Queues a dialog and resolves when it closes; false when the visitor cancelled or left the page by Back. */
export const enqueueDialog = (alert: Omit<QueuedDialog, 'id' | 'resolve'>): Promise<boolean> =>
  new Promise((resolve) => setQueue([...queue, { ...alert, id: (lastId += 1), resolve }]));

const close = ({ resolve }: QueuedDialog, isConfirmed: boolean): void => {
  setQueue(queue.slice(1));
  resolve(isConfirmed);
};

/** Dismisses all dialogs on navigation, because they belong to the page that opened them. */
const dismissAll = (): void => {
  const dismissed = queue;
  setQueue([]);
  for (const { resolve } of dismissed) resolve(false);
};

/**
 * Closes dialogs on Back and Forward, before the next page loads. When a leave guard makes the router revert the navigation,
 * the URL is the same as before and the dialogs stay open.
 */
const useDismissOnBack = (isOpen: boolean): void => {
  const { pathname, search, hash } = useLocation();
  // Reads the router's location: while the router reverts a navigation, `window.location` differs.
  const readLocation = useEffectEvent(() => pathname + search + hash);
  useEffect(() => {
    if (!isOpen) return;
    const openedAt = readLocation();
    const onPopstate = (): void => {
      if (location.pathname + location.search + location.hash !== openedAt) dismissAll();
    };
    addEventListener('popstate', onPopstate);
    return () => removeEventListener('popstate', onPopstate);
  }, [isOpen]);
};

/** Renders the dialogs queued by `showAlert` and `askConfirm`. Rendered once, in the layout. */
export const DialogHost = () => {
  const alert = useSyncExternalStore(
    subscribe,
    () => queue[0],
    () => undefined,
  );
  useDismissOnBack(alert !== undefined);
  if (alert === undefined) return null;
  const { id, message, confirmLabel, isDanger, cancelLabel } = alert;
  return (
    <AlertDialog
      key={id}
      message={message}
      confirmLabel={confirmLabel}
      isDanger={isDanger}
      cancel={
        cancelLabel === undefined ? undefined : { label: cancelLabel, onCancel: () => close(alert, false) }
      }
      onConfirm={() => close(alert, true)}
    />
  );
};
