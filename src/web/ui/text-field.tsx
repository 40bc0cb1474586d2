import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { describeField, Field } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import styles from './field.module.css';

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className'> {
  /** Beside the input: a button that acts on it, a countdown. */
  readonly suffix?: ReactNode;
}

/** Takes what `register()` of a form answers, its `ref` too. */
export const TextField = ({
  label,
  note,
  hint,
  error,
  success,
  suffix,
  id: ownId,
  ...input
}: TextFieldProps) => {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const texts = { label, note, hint, error, success };
  return (
    <Field id={id} {...texts}>
      <div className={styles.row}>
        <input
          {...input}
          id={id}
          className={styles.control}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describeField(id, texts)}
        />
        {suffix}
      </div>
    </Field>
  );
};
