import { useState } from 'react';
import type { ChangeEvent, FocusEvent, FormEvent } from 'react';
import * as z from 'zod/mini';
import { beginForm, leaveAll, leaveField, mayFindFault, typeInto } from './judged-form.ts';
import type { TextName } from './judged-form.ts';

type InputEvent = ChangeEvent<HTMLInputElement> | FocusEvent<HTMLInputElement>;

/** Of one input: spread into a `TextField`. */
export interface JudgedInput {
  readonly name: string;
  readonly defaultValue: string;
  readonly onChange: (event: InputEvent) => void;
  readonly onBlur: (event: InputEvent) => void;
}

interface Rules<Values, Output> {
  /** Must not change between renders. */
  readonly start: Values;
  readonly schema: z.ZodMiniType<Output, Values>;
  /** Whether a field that is still being typed into can be judged. */
  readonly isTypedEnough: (values: Values, name: TextName<Values>) => boolean;
}

/**
 * A form that a schema judges at every key. Joining does without react-hook-form: all of its fields are looked at with
 * every key anyway, and the library would be a third of what the page brings.
 */
export const useJudgedForm = <Values extends object, Output>({
  start,
  schema,
  isTypedEnough,
}: Rules<Values, Output>) => {
  const [form, setForm] = useState(() => beginForm(start));
  const { values } = form;
  const judged = z.safeParse(schema, values);

  const findFault = (name: string): string | undefined =>
    judged.error?.issues.find(({ path }) => path[0] === name)?.message;

  const showFaults = (element: HTMLFormElement): void => {
    setForm(leaveAll);
    const inputs = [...element.elements].filter((one) => one instanceof HTMLInputElement);
    inputs.find(({ name }) => findFault(name) !== undefined)?.focus();
  };

  return {
    values,
    isValid: judged.success,
    /** The browser keeps what is typed: what a password manager writes unheard stays until the field is left. */
    input: (name: TextName<Values>, tied: readonly TextName<Values>[] = []): JudgedInput => ({
      name,
      defaultValue: String(start[name]),
      onChange: ({ target: { value } }) => setForm((kept) => typeInto(kept, name, value, tied)),
      onBlur: ({ target: { value } }) => setForm((kept) => leaveField(kept, name, value, tied)),
    }),
    change: (part: Partial<Values>): void =>
      setForm((kept) => ({ ...kept, values: { ...kept.values, ...part } })),
    faultOf: (name: TextName<Values>): string | undefined =>
      mayFindFault(form, name, isTypedEnough(values, name)) ? findFault(name) : undefined,
    /** Hands over what the schema makes of it, or leads to the first field that is wrong. */
    submitBy:
      (send: (output: Output) => Promise<void>) =>
      (event: FormEvent<HTMLFormElement>): void => {
        event.preventDefault();
        if (judged.success) void send(judged.data);
        else showFaults(event.currentTarget);
      },
  };
};
