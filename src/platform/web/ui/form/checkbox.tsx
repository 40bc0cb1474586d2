import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  readonly label: string;
  /** Rendered next to the label but not part of it, such as a link to the terms. */
  readonly aside?: ReactNode;
  readonly error?: string;
  /** A checkbox that stands for all checkboxes below it. */
  readonly isMain?: boolean;
  /** Looks and is announced like a switch, for what is on or off. */
  readonly isSwitch?: boolean;
}

export const Checkbox = ({
  label,
  aside,
  error,
  isMain = false,
  isSwitch = false,
  ...input
}: CheckboxProps) => {
  const errorId = useId();
  return (
    <div className={cx('row-3 wrap middle between', styles.checkbox)} data-main={isMain || undefined}>
      <label className={cx('row-3 middle', styles.label)}>
        <input
          {...input}
          type="checkbox"
          role={isSwitch ? 'switch' : undefined}
          className={styles.box}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
        />
        {label}
      </label>
      {aside}
      {error !== undefined && (
        <p id={errorId} className={cx('small error', styles.error)}>
          {error}
        </p>
      )}
    </div>
  );
};
