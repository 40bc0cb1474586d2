import { useForm, type FieldErrors, type FieldValues, type Path, type UseFormProps } from 'react-hook-form';
import { messageOf } from '#web/api/api.ts';
import { showServerFieldErrors } from './server-field-errors.ts';
import { useSubmitFailure } from './use-submit-failure.ts';

interface ApiFormOptions<Input extends FieldValues, Output> extends UseFormProps<Input, unknown, Output> {
  /** The fields that show the server's errors. */
  readonly names: readonly Path<Input>[];
  /** Sends the valid values. A rejection is shown on the fields that it names, else above the button. */
  readonly send: (values: Output) => Promise<unknown>;
  /** Shown when `send` fails without a text of its own. */
  readonly failed?: string;
  /** Runs when values are invalid. */
  readonly onInvalid?: (errors: FieldErrors<Input>) => void;
  /** Runs after `send` rejected, before the failure is shown. */
  readonly onFailure?: (error: unknown) => Promise<void> | void;
}

/** A form that calls the API: react-hook-form with the schema's resolver, the server's field errors and the error of the submission. */
export const useApiForm = <Input extends FieldValues, Output>({
  names,
  send,
  failed,
  onInvalid,
  onFailure,
  ...props
}: ApiFormOptions<Input, Output>) => {
  const form = useForm<Input, unknown, Output>(props);
  const { errors, isSubmitting } = form.formState;
  const [submitError, setSubmitError] = useSubmitFailure(errors);
  const submit = form.handleSubmit(async (values) => {
    setSubmitError(null);
    try {
      await send(values);
    } catch (error) {
      await onFailure?.(error);
      if (!showServerFieldErrors(error, names, form.setError)) setSubmitError(messageOf(error, failed));
    }
  }, onInvalid);
  return { form, errors, submit, loading: isSubmitting, submitError };
};
