import type { KeyboardEvent } from 'react';

const keyMoves: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_index, last) => last,
};

/** Where a key leads in a row, or null when it is none of the row's; one that is does nothing else. */
export const moveIndexByKey = (event: KeyboardEvent, index: number, last: number): number | null => {
  const step = keyMoves[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return null;
  event.preventDefault();
  return Math.min(Math.max(step(index, last), 0), last);
};
