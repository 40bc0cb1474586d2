import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormSubscribe } from 'react-hook-form';

/** Calls `onChange` with the values of a form after each change. */
export const useValuesChange = <Values extends FieldValues>(
  subscribe: UseFormSubscribe<Values>,
  onChange: (values: Values) => void,
): void => {
  const tell = useEffectEvent(onChange);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          // Without a name it is no edit: the end of a submission, which may have dropped a draft.
          if (name !== undefined) tell(values);
        },
      }),
    [subscribe],
  );
};
