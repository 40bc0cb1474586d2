import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './field.module.css';

export interface FieldTexts {
  readonly label: string;
  /** Beside the label: that the field may stay empty, how much room is left. */
  readonly note?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string;
  /** What a check found in order. */
  readonly success?: string;
}

/** The id that `aria-describedby` of the control names: of what was found, else of the hint. */
export const describeField = (id: string, { hint, error, success }: FieldTexts): string | undefined => {
  if ((error ?? success) !== undefined) return `${id}-message`;
  return hint === undefined ? undefined : `${id}-hint`;
};

interface FieldProps extends FieldTexts {
  readonly id: string;
  readonly children: ReactNode;
}

/** A control's label above it; below it a hint, until there is something to say of what was typed. */
export const Field = ({ id, label, note, hint, error, success, children }: FieldProps) => (
  <div className={styles.field}>
    <div className={styles.top}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
    {children}
    {hint !== undefined && (error ?? success) === undefined && (
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    )}
    <div id={`${id}-message`} className={styles.message} aria-live="polite">
      {error !== undefined && (
        <p className={styles.error}>
          <CircleAlert size={16} aria-hidden="true" />
          {error}
        </p>
      )}
      {error === undefined && success !== undefined && (
        <p className={styles.success}>
          <CircleCheck size={16} aria-hidden="true" />
          {success}
        </p>
      )}
    </div>
  </div>
);
