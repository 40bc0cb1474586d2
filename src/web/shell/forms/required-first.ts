import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldErrors, Path, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/**
 * Creates a resolver that validates in two steps: while a field in `names` is empty, only the first empty one shows `message`.
 * The schema is applied when all are filled.
 */
export const requiredFirst = <Input extends Record<string, string>, Output>(
  schema: z.ZodMiniType<Output, Input>,
  names: readonly (keyof Input & Path<Input>)[],
  message: string,
): Resolver<Input, unknown, Output> => {
  const validate = standardSchemaResolver<Input, unknown, Output>(schema);
  return (values, context, options) => {
    const empty = names.find((name) => values[name] === '');
    if (empty === undefined) return validate(values, context, options);
    return { values: {}, errors: { [empty]: { type: 'required', message } } as FieldErrors<Input> };
  };
};
