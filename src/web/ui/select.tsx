import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { ComponentProps } from 'react';
import { describeField, Field } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import { joinClasses } from './join-classes.ts';
import field from './field.module.css';
import styles from './select.module.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectProps extends FieldTexts, Omit<ComponentProps<'select'>, 'className' | 'onChange'> {
  readonly options: readonly SelectOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of a few, by the list of the device. */
export const Select = ({
  label,
  note,
  hint,
  error,
  success,
  options,
  onChange,
  id: ownId,
  ...select
}: SelectProps) => {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const texts = { label, note, hint, error, success };
  return (
    <Field id={id} {...texts}>
      <div className={styles.place}>
        <select
          {...select}
          id={id}
          className={joinClasses(field.control, styles.select)}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describeField(id, texts)}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown size={18} aria-hidden="true" />
      </div>
    </Field>
  );
};
