import { useState } from 'react';

export interface Notes {
  /** What was done last. */
  readonly said: string;
  /** What went wrong last. */
  readonly failure: string;
  readonly say: (words: string) => void;
  readonly fail: (words: string) => void;
  /** The next thing is begun. */
  readonly clear: () => void;
}

/** What a page says at its foot: one thing at a time, until the next is begun or another `place` is looked at. */
export const useNotes = (place: string): Notes => {
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
