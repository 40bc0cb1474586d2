import type { ComponentProps, ReactNode } from 'react';
import { Field, useField } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import styles from './field.module.css';

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className'> {
  /** Beside the input: a button that acts on it, a countdown. */
  readonly suffix?: ReactNode;
}

/** Takes what `register()` of a form answers, its `ref` too. */
export const TextField = ({ suffix, ...props }: TextFieldProps) => {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <div className={styles.row}>
        <input {...control} className={styles.control} />
        {suffix}
      </div>
    </Field>
  );
};
