import { useSyncExternalStore } from 'react';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';

interface Alert {
  readonly message: string;
  readonly resolve: (isConfirmed: boolean) => void;
  /** There for a question alone. */
  readonly question?: { readonly confirmLabel: string; readonly isDanger: boolean };
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

const enqueue = (alert: Omit<Alert, 'resolve'>): Promise<boolean> =>
  new Promise((resolve) => setQueue([...queue, { ...alert, resolve }]));

/** Says something and waits until the visitor has read it. Several are shown one after another. */
export const showAlert = async (message: string): Promise<void> => {
  await enqueue({ message });
};

interface Question {
  readonly message: string;
  /** The button that does it, named by what it does. */
  readonly confirmLabel: string;
  /** It cannot be taken back. */
  readonly isDanger?: boolean;
}

/** Asks before something is done; false when the visitor would rather not. */
export const askConfirm = ({ message, confirmLabel, isDanger = false }: Question): Promise<boolean> =>
  enqueue({ message, question: { confirmLabel, isDanger } });

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
  const { message, question } = alert;
  return (
    <AlertDialog
      key={keyOf(alert)}
      message={message}
      confirmLabel={question?.confirmLabel ?? '확인'}
      isDanger={question?.isDanger}
      cancel={question && { label: '취소', onCancel: () => close(alert, false) }}
      onConfirm={() => close(alert, true)}
    />
  );
};
