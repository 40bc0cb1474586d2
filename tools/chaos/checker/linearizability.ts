/** One operation as a single object sees it: some moment between `start` and `end` at which it changed the object. */
export interface Step {
  readonly start: number;
  readonly end: number;
  /** Nobody was told that it happened: it may have, at any moment after its start, or never. */
  readonly isOptional: boolean;
  /** Only looks: in a state that it allows, it changes nothing. */
  readonly isRead: boolean;
  /** The state after it, or null where it cannot have happened. */
  apply(state: string): string | null;
}

const MAX_NODES = 300_000;

interface SearchState {
  readonly steps: readonly Step[];
  readonly isEnd: (state: string) => boolean;
  /** Dead ends: what was done, and the state that it led to. */
  readonly seen: Set<string>;
  nodes: number;
}

const deadlineOf = ({ end, isOptional }: Step): number => (isOptional ? Number.POSITIVE_INFINITY : end);

/** What may come next: nothing that began after another had ended may come before it. */
const findNext = (steps: readonly Step[], done: Uint8Array): number[] => {
  let deadline = Number.POSITIVE_INFINITY;
  steps.forEach((step, index) => {
    if (done[index] === 0) deadline = Math.min(deadline, deadlineOf(step));
  });
  return steps.flatMap((step, index) => (done[index] === 0 && step.start <= deadline ? [index] : []));
};

/** Looks that hold now are taken at once: later they could only hold as well, and nothing depends on them. */
const applyReads = (steps: readonly Step[], done: Uint8Array, state: string): number[] => {
  for (;;) {
    const next = findNext(steps, done);
    const looks = next.filter((index) => steps[index]?.isRead && steps[index].apply(state) !== null);
    if (looks.length === 0) return next;
    for (const index of looks) done[index] = 1;
  }
};

const search = (task: SearchState, before: Uint8Array, state: string): boolean => {
  const { steps, isEnd, seen } = task;
  const done = before.slice();
  const next = applyReads(steps, done, state);
  const isOver = steps.every(({ isOptional }, index) => isOptional || done[index] === 1);
  if (isOver && isEnd(state)) return true;
  const name = `${done.join('')} ${state}`;
  if (seen.has(name)) return false;
  seen.add(name);
  task.nodes += 1;
  if (task.nodes > MAX_NODES) throw new Error('too many orders to try');
  return next.some((index) => {
    const step = steps[index];
    if (step === undefined || step.isRead) return false;
    const after = step.apply(state);
    // Of what may not have happened, only what makes a difference is worth a try.
    if (after === null || (step.isOptional && after === state)) return false;
    const further = done.slice();
    further[index] = 1;
    return search(task, further, after);
  });
};

/**
 * Whether the steps can have happened one after another, each between its start and its end, from `initial` to a state
 * that `isEnd` accepts: whether one object looked whole to all who used it at the same time.
 */
export const isLinearizable = (
  steps: readonly Step[],
  initial: string,
  isEnd: (state: string) => boolean,
): boolean => {
  const sorted = steps.toSorted((a, b) => a.start - b.start);
  return search({ steps: sorted, isEnd, seen: new Set(), nodes: 0 }, new Uint8Array(sorted.length), initial);
};
