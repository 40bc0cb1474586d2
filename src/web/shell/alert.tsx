import { useSyncExternalStore } from 'react';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';

interface Alert {
  readonly message: string;
  readonly resolve: () => void;
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

/** Says something and waits until the visitor has read it. Several are shown one after another. */
export const showAlert = (message: string): Promise<void> =>
  new Promise((resolve) => setQueue([...queue, { message, resolve }]));

const confirm = ({ resolve }: Alert): void => {
  setQueue(queue.slice(1));
  resolve();
};

const keys = new WeakMap<Alert, number>();
let lastKey = 0;
const keyOf = (alert: Alert): number => {
  const key = keys.get(alert) ?? (lastKey += 1);
  keys.set(alert, key);
  return key;
};

/** Stands once in the layout and shows what `showAlert` was given. */
export const AlertHost = () => {
  const alert = useSyncExternalStore(
    subscribe,
    () => queue[0],
    () => undefined,
  );
  if (alert === undefined) return null;
  return (
    <AlertDialog
      key={keyOf(alert)}
      message={alert.message}
      confirmLabel="확인"
      onConfirm={() => confirm(alert)}
    />
  );
};
