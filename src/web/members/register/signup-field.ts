import type { FieldValues, Path, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';

/** Properties for a `TextField`. */
export interface SignupField extends UseFormRegisterReturn {
  readonly error: string | undefined;
}

interface SignupFieldOptions<Values extends FieldValues> {
  readonly values: Values;
  /** True when the input is long enough to show an error before the field loses focus. */
  readonly hasMinLength: boolean;
  /** Fields whose errors depend on this one. */
  readonly deps?: Path<Values>[];
}

/**
 * Registers a text field of a form with mode `onChange`, where a field has errors only after an edit. An error is shown when
 * the input is long enough, on blur or on submit.
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
