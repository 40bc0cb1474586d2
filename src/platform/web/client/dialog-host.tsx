import { useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../ui/button.tsx';
import { openModal } from '../ui/dialog/open-modal.ts';
import styles from './dialog-host.module.css';

export interface QueuedDialog {
  readonly message: string;
  readonly confirmLabel: string;
  /** Usually true when the action cannot be undone. */
  readonly isDanger?: boolean;
  /** Label of the cancel button of a confirmation. The button has the initial focus. An alert has none. */
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

/** Queues a dialog and resolves when it closes; false when the visitor cancelled, or Back or Forward changed the URL. */
export const enqueueDialog = (dialog: Omit<QueuedDialog, 'id' | 'resolve'>): Promise<boolean> =>
  new Promise((resolve) => setQueue([...queue, { ...dialog, id: (lastId += 1), resolve }]));

const close = ({ resolve }: QueuedDialog, isConfirmed: boolean): void => {
  setQueue(queue.slice(1));
  resolve(isConfirmed);
};

/** Closes all dialogs as cancelled. */
const dismissAll = (): void => {
  const dismissed = queue;
  setQueue([]);
  for (const { resolve } of dismissed) resolve(false);
};

/**
 * Closes dialogs when Back or Forward changes the URL, before the next page loads. When the router reverts a navigation for a leave
 * guard, the URL becomes the same as before, so the guard's dialog stays open.
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

/**
 * Shows the dialogs queued by `showAlert` and `askConfirm`, one at a time. Escape cancels a confirmation and confirms an alert.
 * Closing returns the focus to the element that had it. Rendered once, in the layout.
 */
export const DialogHost = () => {
  const messageId = useId();
  const dialog = useSyncExternalStore(
    subscribe,
    () => queue[0],
    () => undefined,
  );
  useDismissOnBack(dialog !== undefined);
  if (dialog === undefined) return null;
  const { id, message, confirmLabel, isDanger = false, cancelLabel } = dialog;
  return (
    <dialog
      key={id}
      ref={openModal}
      role="alertdialog"
      aria-labelledby={messageId}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        close(dialog, cancelLabel === undefined);
      }}
    >
      <p id={messageId} className={styles.message}>
        {message}
      </p>
      <div className="row-3">
        {cancelLabel !== undefined && (
          <Button variant="secondary" isWide onClick={() => close(dialog, false)}>
            {cancelLabel}
          </Button>
        )}
        <Button variant={isDanger ? 'danger' : 'primary'} isWide onClick={() => close(dialog, true)}>
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
};
