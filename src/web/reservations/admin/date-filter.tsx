import { useState } from 'react';
import { isCalendarDate } from '#contract/seoul-time.ts';
import { TextField } from '#web/ui/form/text-field.tsx';

interface DateFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (date: string | undefined) => void;
  readonly min?: string;
  readonly max?: string;
}

/** Ignores the dates of the first century that the browser reports while a year is being typed. */
export const DateFilter = ({ label, value = '', onChange, min, max }: DateFilterProps) => {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  return (
    <TextField
      label={label}
      type="date"
      value={typed}
      min={min}
      max={max}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value === '') onChange(undefined);
        else if (isCalendarDate(target.value)) onChange(target.value);
      }}
    />
  );
};
