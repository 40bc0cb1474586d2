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
          // An event without a name is not an edit but the end of a submission, which may have removed the draft.
          if (name !== undefined) tell(values);
        },
      }),
    [subscribe],
  );
};
