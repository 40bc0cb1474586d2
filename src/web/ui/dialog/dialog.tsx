import { X } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './dialog.module.css';
import { cx } from '#web/ui/cx.ts';
import { openModal } from './open-modal.ts';

interface DialogProps {
  readonly title: string;
  readonly closeLabel: string;
  /** Called by the close button and Escape. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  /** When set, the content is wrapped in a form with this submit handler. */
  readonly onSubmit?: () => void;
  /** Wide enough for a calendar with its time slots; full screen on a phone. */
  readonly isWide?: boolean;
}

/** A modal dialog. Closing returns the focus to the element that had it. */
export const Dialog = ({
  title,
  closeLabel,
  onClose,
  children,
  actions,
  onSubmit,
  isWide = false,
}: DialogProps) => {
  const titleId = useId();

  return (
    <dialog
      ref={openModal}
      aria-labelledby={titleId}
      className={cx(styles.dialog, isWide && styles.wide)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <header className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <Button variant="icon" aria-label={closeLabel} onClick={onClose}>
            <X size={22} aria-hidden="true" />
          </Button>
        </header>
        <div className={styles.body}>{children}</div>
        <div className={styles.actions}>{actions}</div>
      </form>
    </dialog>
  );
};
