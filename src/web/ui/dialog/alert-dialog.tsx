import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './alert-dialog.module.css';
import { openModal } from './open-modal.ts';

export interface AlertDialogProps {
  readonly message: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  /** Label of the cancel button, which makes the alert a question; Escape cancels, and the button is focused first. */
  readonly cancel?: { readonly label: string; readonly onCancel: () => void };
  readonly isDanger?: boolean;
}

/** Shows an alert or question. Escape confirms an alert. The focus returns to the previous element. */
export const AlertDialog = ({
  message,
  confirmLabel,
  onConfirm,
  cancel,
  isDanger = false,
}: AlertDialogProps) => {
  const messageId = useId();

  return (
    <dialog
      ref={openModal}
      role="alertdialog"
      aria-labelledby={messageId}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        (cancel?.onCancel ?? onConfirm)();
      }}
    >
      <p id={messageId} className={styles.message}>
        {message}
      </p>
      <div className={styles.actions}>
        {cancel !== undefined && (
          <Button variant="secondary" isWide onClick={cancel.onCancel}>
            {cancel.label}
          </Button>
        )}
        <Button variant={isDanger ? 'danger' : 'primary'} isWide onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
};
