import type { ComponentProps } from 'react';
import { Field, useField, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

/** A text area that grows with its content in most browsers. Accepts the result of react-hook-form's `register()`, including its `ref`. */
export const TextArea = (props: FieldTexts & Omit<ComponentProps<'textarea'>, 'className'>) => {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <textarea {...control} className={styles.control} />
    </Field>
  );
};
