import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx';
import type { AlertDialogProps } from '#web/ui/dialog/alert-dialog.tsx';

interface QueuedDialog extends Pick<AlertDialogProps, 'message' | 'confirmLabel' | 'isDanger'> {
  /** Of the button that leaves a question; an alert has none. */
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

/** Shows it when those before it are answered; false when the visitor would rather not, or left the page by Back. */
export const enqueueDialog = (alert: Omit<QueuedDialog, 'id' | 'resolve'>): Promise<boolean> =>
  new Promise((resolve) => setQueue([...queue, { ...alert, id: (lastId += 1), resolve }]));

const close = ({ resolve }: QueuedDialog, isConfirmed: boolean): void => {
  setQueue(queue.slice(1));
  resolve(isConfirmed);
};

/** An alert belongs to the page that showed it: none of them is shown on another. */
const dismissAll = (): void => {
  const dismissed = queue;
  setQueue([]);
  for (const { resolve } of dismissed) resolve(false);
};

/**
 * Closes alerts at once on Back and Forward, before the page that comes is loaded. A step that the router takes back, since
 * the page asks before it is left, ends where the alert was opened and closes nothing.
 */
const useDismissOnBack = (isOpen: boolean): void => {
  const { pathname, search, hash } = useLocation();
  // The router's: during a step that it takes back, the window is elsewhere.
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

/** Stands once in the layout and shows what `showAlert` and `askConfirm` were given. */
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
