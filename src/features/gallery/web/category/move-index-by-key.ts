import type { KeyboardEvent } from 'react';

const keyMoves: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_index, last) => last,
};

/**
 * Returns the index to which Left, Right, Home or End moves, and prevents the key's default. Null for other keys, and with Alt, Ctrl or
 * Meta.
 */
export const moveIndexByKey = (event: KeyboardEvent, index: number, last: number): number | null => {
  const step = keyMoves[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return null;
  event.preventDefault();
  return Math.min(Math.max(step(index, last), 0), last);
};
