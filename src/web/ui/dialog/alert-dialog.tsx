import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './alert-dialog.module.css';
import { openModal } from './open-modal.ts';

export interface AlertDialogProps {
  readonly message: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  /** Makes the dialog a confirmation. Its cancel button has the initial focus, and Escape triggers it. */
  readonly cancel?: { readonly label: string; readonly onCancel: () => void };
  readonly isDanger?: boolean;
}

/** A modal alert or confirmation. In an alert Escape confirms. Closing returns the focus to the element that had it. */
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
      <div className="row-3">
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
