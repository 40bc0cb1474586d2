import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldErrors, Path, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/**
 * Validates a form in two steps: while any of `names` is empty, the first one shows `message`; only then are the fields validated
 * individually.
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
