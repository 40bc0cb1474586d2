import { useState } from 'react';

/** What a page says at its foot: one thing at a time, until the next is begun or another `place` is looked at. */
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
