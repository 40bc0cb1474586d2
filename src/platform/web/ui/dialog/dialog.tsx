import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { openModal } from './open-modal.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly closeLabel: string;
  /** Called by the close button, Escape and the browser's other ways to close a dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** When set, the content is wrapped in a form with this submit handler. */
  readonly onSubmit?: () => void;
  /** On a phone the dialog is at the bottom, at full width. */
  readonly isSheet?: boolean;
  /** Wide enough for a calendar with its time slots; full screen on a phone. */
  readonly isWide?: boolean;
}

const Content = ({ onSubmit, children }: Pick<DialogProps, 'onSubmit' | 'children'>) =>
  onSubmit === undefined ? (
    <div className={styles.form}>{children}</div>
  ) : (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );

/** A modal dialog. Closing returns the focus to the element that had it, if that still exists. */
export const Dialog = ({
  title,
  closeLabel,
  onClose,
  children,
  actions,
  onSubmit,
  isWide = false,
  isSheet = false,
}: DialogProps) => {
  const titleId = useId();

  return (
    <dialog
      ref={openModal}
      aria-labelledby={titleId}
      className={cx(styles.dialog, isWide && styles.wide, isSheet && styles.sheet)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <Content onSubmit={onSubmit}>
        <header className={cx('row-3 middle between', styles.head)}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <Button variant="icon" aria-label={closeLabel} onClick={onClose}>
            <X size={22} aria-hidden="true" />
          </Button>
        </header>
        <div className={cx('stack-5 fit', styles.body)}>{children}</div>
        {actions !== undefined && <div className={cx('row-3 wrap', styles.actions)}>{actions}</div>}
      </Content>
    </dialog>
  );
};
