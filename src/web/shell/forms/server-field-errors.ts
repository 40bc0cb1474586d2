import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from '#web/api/api.ts';

/** Shows the server's field errors on the form's fields; returns false when none belongs to this form. */
export const showServerFieldErrors = <Values extends FieldValues>(
  error: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean => {
  if (!(error instanceof ApiError)) return false;
  const refused = names.filter((name) => name in error.fields);
  refused.forEach((name, index) =>
    setError(name, { message: error.fields[name] }, { shouldFocus: index === 0 }),
  );
  return refused.length > 0;
};
