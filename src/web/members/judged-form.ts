/** What stands in a form, and where the visitor has been. */
export interface JudgedForm<Values> {
  readonly values: Values;
  /** The fields that were typed into, and those tied to them. */
  readonly typed: ReadonlySet<string>;
  /** The fields that were left. */
  readonly left: ReadonlySet<string>;
}

/** The fields of one line. */
export type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

export const beginForm = <Values>(values: Values): JudgedForm<Values> => ({
  values,
  typed: new Set(),
  left: new Set(),
});

/** `tied` are the fields that are judged by this one: to change it is to change them. */
export const typeInto = <Values>(
  form: JudgedForm<Values>,
  name: TextName<Values>,
  value: string,
  tied: readonly TextName<Values>[] = [],
): JudgedForm<Values> =>
  form.values[name] === value
    ? form
    : {
        ...form,
        values: { ...form.values, [name]: value },
        typed: new Set([...form.typed, name, ...tied]),
      };

/** With the value that stands there: a password manager may have written it without a key. */
export const leaveField = <Values>(
  form: JudgedForm<Values>,
  name: TextName<Values>,
  value: string,
  tied: readonly TextName<Values>[] = [],
): JudgedForm<Values> => ({ ...typeInto(form, name, value, tied), left: new Set(form.left).add(name) });

/** As after everything was typed and left: it was sent as it stands. */
export const leaveAll = <Values extends object>({ values }: JudgedForm<Values>): JudgedForm<Values> => {
  const names = new Set(Object.keys(values));
  return { values, typed: names, left: names };
};

/** Nobody is found fault with before they typed, nor, unless it is enough to judge by, while they still type. */
export const mayFindFault = (
  { typed, left }: JudgedForm<unknown>,
  name: string,
  isTypedEnough: boolean,
): boolean => typed.has(name) && (isTypedEnough || left.has(name));
