import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  readonly label: string;
  /** Beside the label and no part of it: a link to the text agreed to. */
  readonly aside?: ReactNode;
  readonly error?: string;
  /** Stands above others and for all of them. */
  readonly isMain?: boolean;
}

export const Checkbox = ({ label, aside, error, isMain = false, id: ownId, ...input }: CheckboxProps) => {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  return (
    <div className={styles.checkbox} data-main={isMain || undefined}>
      <label className={styles.label} htmlFor={id}>
        <input
          {...input}
          type="checkbox"
          id={id}
          className={styles.box}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        {label}
      </label>
      {aside}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
};
