import { useId } from 'react';
import type { ComponentProps } from 'react';
import { describeField, Field } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import styles from './field.module.css';

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'className'> {}

/** Grows with what is written. Takes what `register()` of a form answers, its `ref` too. */
export const TextArea = ({ label, note, hint, error, success, id: ownId, ...area }: TextAreaProps) => {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const texts = { label, note, hint, error, success };
  return (
    <Field id={id} {...texts}>
      <textarea
        {...area}
        id={id}
        className={styles.control}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describeField(id, texts)}
      />
    </Field>
  );
};
