import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import {
  useForm,
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormProps,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError, messageOf } from '../api/api.ts';
import { useSubmitFailure } from './use-submit-failure.ts';

interface ApiFormOptions<Input extends FieldValues, Output> extends UseFormProps<Input, unknown, Output> {
  /** Checks the values, unless the form has a `resolver` of its own. */
  readonly schema?: z.ZodMiniType<Output, Input>;
  /** Shown on the first empty field of `names`; the schema is applied when none is empty. */
  readonly missing?: string;
  /** The fields that show the server's errors. */
  readonly names: readonly Path<Input>[];
  /** Sends the valid values. A rejection is shown on the fields that it names, else above the button. */
  readonly send: (values: Output) => Promise<unknown>;
  /** Shown when `send` fails without a text of its own. */
  readonly failed?: string;
  /** Runs when invalid values are submitted. */
  readonly onInvalid?: (errors: FieldErrors<Input>) => void;
  /** Runs after `send` rejected, before the failure is shown. */
  readonly onFailure?: (error: unknown) => Promise<void> | void;
}

/** While a field in `names` is empty, only the first empty one shows `message`. `validate` runs when all are filled. */
const requiredFirst =
  <Input extends FieldValues, Output>(
    validate: Resolver<Input, unknown, Output>,
    names: readonly Path<Input>[],
    message: string,
  ): Resolver<Input, unknown, Output> =>
  (values, context, options) => {
    const empty = names.find((name) => values[name] === '');
    if (empty === undefined) return validate(values, context, options);
    return { values: {}, errors: { [empty]: { type: 'required', message } } as FieldErrors<Input> };
  };

/** A form that calls the API: react-hook-form with the schema's resolver, the server's field errors and the error of the submission. */
export const useApiForm = <Input extends FieldValues, Output = Input>({
  schema,
  missing,
  names,
  send,
  failed,
  onInvalid,
  onFailure,
  ...props
}: ApiFormOptions<Input, Output>) => {
  const validate = schema && standardSchemaResolver<Input, unknown, Output>(schema);
  const form = useForm<Input, unknown, Output>({
    resolver: validate && missing !== undefined ? requiredFirst(validate, names, missing) : validate,
    ...props,
  });
  const { errors, isSubmitting } = form.formState;
  const [submitError, setSubmitError] = useSubmitFailure(errors);

  /** Shows the server's field errors; returns false when none belongs to this form. */
  const showFieldErrors = (error: unknown): boolean => {
    const { fields = {} } = error instanceof ApiError ? error : {};
    const refused = names.filter((name) => name in fields);
    refused.forEach((name, index) =>
      form.setError(name, { message: fields[name] }, { shouldFocus: index === 0 }),
    );
    return refused.length > 0;
  };

  const submit = form.handleSubmit(async (values) => {
    setSubmitError(null);
    try {
      await send(values);
    } catch (error) {
      await onFailure?.(error);
      if (!showFieldErrors(error)) setSubmitError(messageOf(error, failed));
    }
  }, onInvalid);

  return {
    form,
    errors,
    /** The properties of the input for a field. */
    field: (name: Path<Input>, options?: RegisterOptions<Input>) => ({
      ...form.register(name, options),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    submit,
    loading: isSubmitting,
    submitError,
  };
};
