import type { FieldValues, Path, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';

/** Spread into a `TextField`. */
export interface SignupField extends UseFormRegisterReturn {
  readonly error: string | undefined;
}

interface SignupFieldOptions<Values extends FieldValues> {
  readonly values: Values;
  /** Whether what is typed so far is long enough for an error to be shown before the field is left. */
  readonly hasMinLength: boolean;
  /** The fields whose errors depend on this one. */
  readonly deps?: Path<Values>[];
}

/**
 * A text field of a form with mode `onChange`: there a field has an error only after it was typed into. The error is shown
 * when enough is typed, or after the field was left or the form was sent.
 */
export const registerSignupField = <Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: Path<Values>,
  { values, hasMinLength, deps = [] }: SignupFieldOptions<Values>,
): SignupField => {
  const { error, isTouched } = form.getFieldState(name, form.formState);
  const isShown = isTouched || hasMinLength || form.formState.isSubmitted;
  return {
    ...form.register(name, {
      deps,
      // A password manager may fill the field without an event.
      onBlur: () => {
        if (form.getValues(name) !== values[name]) void form.trigger([name, ...deps]);
      },
    }),
    error: isShown ? error?.message : undefined,
  };
};
