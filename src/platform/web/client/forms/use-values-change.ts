import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormSubscribe } from 'react-hook-form';

/** Calls `onChange` with a form's values after each edit, and possibly after other changes of a field. */
export const useValuesChange = <Values extends FieldValues>(
  subscribe: UseFormSubscribe<Values>,
  onChange: (values: Values) => void,
): void => {
  const notify = useEffectEvent(onChange);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          // Ignores changes without a field name, such as those by `reset`: they are no edits.
          if (name !== undefined) notify(values);
        },
      }),
    [subscribe],
  );
};
