import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { Field, useField, type FieldTexts } from './field.tsx';
import type { SelectOption } from './select.tsx';
import styles from './radio-group.module.css';

interface RadioGroupProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> {
  readonly options: readonly SelectOption[];
}

/** A few options side by side, of which one can be chosen. Accepts the result of react-hook-form's `register()`, including its `ref`. */
export const RadioGroup = ({ options, required, ...props }: RadioGroupProps) => {
  const { field, control } = useField(props);
  const { id, 'aria-invalid': isInvalid, 'aria-describedby': describedBy, ...input } = control;
  return (
    <Field {...field} isGroup>
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        aria-required={required}
        className={cx('row-2 wrap', styles.options)}
      >
        {options.map(({ value, label }) => (
          <label key={value} className={cx('row-3 middle', styles.option)}>
            <input {...input} type="radio" value={value} className={styles.radio} />
            {label}
          </label>
        ))}
      </div>
    </Field>
  );
};
