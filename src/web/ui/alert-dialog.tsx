import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './alert-dialog.module.css';

interface AlertDialogProps {
  readonly message: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
}

/** Says one thing and waits until it is read. Escape is a yes; the focus goes back where it was. */
export const AlertDialog = ({ message, confirmLabel, onConfirm }: AlertDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const messageId = useId();

  // Closed before it leaves the document: only so does the focus go back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={messageId}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onConfirm();
      }}
    >
      <p id={messageId} className={styles.message}>
        {message}
      </p>
      <Button isWide onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </dialog>
  );
};
