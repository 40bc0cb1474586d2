import { useState } from 'react';

/** The status line of a page: one text at a time, until the next action or another category. */
export const useStatus = (place: string) => {
  const [noted, setNoted] = useState(place);
  const [said, say] = useState('');
  const [failure, fail] = useState('');
  const clear = (): void => {
    say('');
    fail('');
  };
  if (noted !== place) {
    setNoted(place);
    clear();
  }
  return { said, failure, say, fail, clear };
};

export type Status = ReturnType<typeof useStatus>;
