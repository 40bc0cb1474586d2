import type { ComponentProps } from 'react';
import { Field, useField } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import styles from './field.module.css';

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'className'> {}

/** Grows with what is written. Takes what `register()` of a form answers, its `ref` too. */
export const TextArea = (props: TextAreaProps) => {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <textarea {...control} className={styles.control} />
    </Field>
  );
};
