import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Field, useField, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className'> {
  /** Rendered next to the input, such as a button or a countdown. */
  readonly suffix?: ReactNode;
}

/** Accepts the result of react-hook-form's `register()`, including its `ref`. */
export const TextField = ({ suffix, ...props }: TextFieldProps) => {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <div className={cx('row-2 wrap', styles.row)}>
        <input {...control} className={styles.control} />
        {suffix}
      </div>
    </Field>
  );
};
