import { useSyncExternalStore } from 'react';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import type { AlertDialogProps } from '#web/ui/alert-dialog.tsx';

interface Alert extends Pick<AlertDialogProps, 'message' | 'confirmLabel' | 'isDanger'> {
  /** Of the button that leaves a question; an alert has none. */
  readonly cancelLabel?: string;
  readonly resolve: (isConfirmed: boolean) => void;
}

let queue: readonly Alert[] = [];
const listeners = new Set<() => void>();

const setQueue = (next: readonly Alert[]): void => {
  queue = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows it when those before it are answered; false when the visitor would rather not. */
export const enqueueAlert = (alert: Omit<Alert, 'resolve'>): Promise<boolean> =>
  new Promise((resolve) => setQueue([...queue, { ...alert, resolve }]));

const close = ({ resolve }: Alert, isConfirmed: boolean): void => {
  setQueue(queue.slice(1));
  resolve(isConfirmed);
};

const keys = new WeakMap<Alert, number>();
let lastKey = 0;
const keyOf = (alert: Alert): number => {
  const key = keys.get(alert) ?? (lastKey += 1);
  keys.set(alert, key);
  return key;
};

/** Stands once in the layout and shows what `showAlert` and `askConfirm` were given. */
export const AlertHost = () => {
  const alert = useSyncExternalStore(
    subscribe,
    () => queue[0],
    () => undefined,
  );
  if (alert === undefined) return null;
  const { message, confirmLabel, isDanger, cancelLabel } = alert;
  return (
    <AlertDialog
      key={keyOf(alert)}
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
