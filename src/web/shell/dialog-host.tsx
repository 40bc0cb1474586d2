import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx';
import type { AlertDialogProps } from '#web/ui/dialog/alert-dialog.tsx';

interface QueuedDialog extends Pick<AlertDialogProps, 'message' | 'confirmLabel' | 'isDanger'> {
  /** Label of the cancel button; an alert has none. */
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

/** Queues a dialog; resolves to false when the visitor cancels or leaves the page by Back. */
export const enqueueDialog = (alert: Omit<QueuedDialog, 'id' | 'resolve'>): Promise<boolean> =>
  new Promise((resolve) => setQueue([...queue, { ...alert, id: (lastId += 1), resolve }]));

const close = ({ resolve }: QueuedDialog, isConfirmed: boolean): void => {
  setQueue(queue.slice(1));
  resolve(isConfirmed);
};

/** Closes all dialogs on navigation, because an alert belongs to the page that showed it. */
const dismissAll = (): void => {
  const dismissed = queue;
  setQueue([]);
  for (const { resolve } of dismissed) resolve(false);
};

/**
 * Closes alerts on Back and Forward before the next page is loaded. A step that the router reverts, because the page asks before it is
 * left, does not close them.
 */
const useDismissOnBack = (isOpen: boolean): void => {
  const { pathname, search, hash } = useLocation();
  // The router's location, because `window.location` differs while the router reverts a step.
  const readLocation = useEffectEvent(() => pathname + search + hash);
  useEffect(() => {
    if (!isOpen) return;
    const openedAt = readLocation();
    const onStep = (): void => {
      if (location.pathname + location.search + location.hash !== openedAt) dismissAll();
    };
    addEventListener('popstate', onStep);
    return () => removeEventListener('popstate', onStep);
  }, [isOpen]);
};

/** Rendered once in the layout; shows the dialogs of `showAlert` and `askConfirm`. */
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
