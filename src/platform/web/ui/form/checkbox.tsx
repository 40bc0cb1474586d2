import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  readonly label: string;
  /** Rendered next to the label but not part of it, such as a link to the terms. */
  readonly aside?: ReactNode;
  readonly error?: string;
  /** A checkbox that stands for all checkboxes below it. */
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
