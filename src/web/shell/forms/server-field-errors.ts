import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from '#web/api/api.ts';

/** Puts what the server finds wrong at the fields it names; false when it names none of them. */
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
