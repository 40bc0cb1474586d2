import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldErrors, Path, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/**
 * Judges a form in two rounds: while one of `names` is empty, the first of them says `message`; only then do the fields
 * speak for themselves.
 */
export const requiredFirst = <Input extends Record<string, string>, Output>(
  schema: z.ZodMiniType<Output, Input>,
  names: readonly (keyof Input & Path<Input>)[],
  message: string,
): Resolver<Input, unknown, Output> => {
  const judge = standardSchemaResolver<Input, unknown, Output>(schema);
  return (values, context, options) => {
    const empty = names.find((name) => values[name] === '');
    if (empty === undefined) return judge(values, context, options);
    return { values: {}, errors: { [empty]: { type: 'required', message } } as FieldErrors<Input> };
  };
};
