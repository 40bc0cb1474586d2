import type { ComponentProps, InputEvent } from 'react';
import { TextField } from './text-field.tsx';

/** Runs before `onChange`, which therefore reads the digits. The value is set only when it differs, because setting it moves the caret. */
const removeSeparators = ({ currentTarget }: InputEvent<HTMLInputElement>): void => {
  const digits = currentTarget.value.replaceAll(/[\s-]/g, '');
  if (digits !== currentTarget.value) currentTarget.value = digits;
};

/** A text field for a phone number: hyphens and spaces that are typed or pasted are removed. */
export const PhoneField = (props: ComponentProps<typeof TextField>) => (
  <TextField {...props} type="tel" inputMode="tel" onInput={removeSeparators} />
);
