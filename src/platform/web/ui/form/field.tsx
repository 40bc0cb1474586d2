import { CircleAlert, CircleCheck } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './field.module.css';

export interface FieldTexts {
  readonly label: string;
  /** Rendered next to the label, such as an optional mark or the characters left. */
  readonly note?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string;
  readonly success?: string;
}

/** Splits the properties of a field into those of `Field` and those of its control. */
export const useField = <Props extends FieldTexts>({
  label,
  note,
  hint,
  error,
  success,
  ...control
}: Props) => {
  const id = useId();
  const found = (error ?? success) === undefined ? undefined : `${id}-message`;
  return {
    field: { id, label, note, hint, error, success },
    control: {
      ...control,
      id,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': found ?? (hint === undefined ? undefined : `${id}-hint`),
    },
  };
};

interface FieldProps extends FieldTexts {
  readonly id: string;
  /** The control is a group, which names `<id>-label` as its label. */
  readonly isGroup?: boolean;
  readonly children: ReactNode;
}

/** A label above a control and a hint below it. An error or a success message replaces the hint. */
export const Field = ({ id, label, note, hint, error, success, isGroup = false, children }: FieldProps) => {
  const message = error ?? success;
  const Icon = error === undefined ? CircleCheck : CircleAlert;
  return (
    <div className="stack-2 fit">
      <div className="row-3 baseline between">
        {isGroup ? (
          <span className="strong" id={`${id}-label`}>
            {label}
          </span>
        ) : (
          <label className="strong" htmlFor={id}>
            {label}
          </label>
        )}
        {note !== undefined && <span className="note nowrap">{note}</span>}
      </div>
      {children}
      {hint !== undefined && message === undefined && (
        <p id={`${id}-hint`} className="note">
          {hint}
        </p>
      )}
      <div id={`${id}-message`} className={styles.message} aria-live="polite">
        {message !== undefined && (
          <p className={cx('row-1 small', error === undefined ? styles.success : 'error')}>
            <Icon size={16} aria-hidden="true" />
            {message}
          </p>
        )}
      </div>
    </div>
  );
};
