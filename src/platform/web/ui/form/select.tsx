import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { Field, useField, type FieldTexts } from './field.tsx';
import fieldStyles from './field.module.css';
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

export const Select = ({ options, onChange, ...props }: SelectProps) => {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <div className={styles.place}>
        <select
          {...control}
          className={cx(fieldStyles.control, styles.select)}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown size={18} aria-hidden="true" />
      </div>
    </Field>
  );
};
