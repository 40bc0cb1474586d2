/** One operation on an object. It took effect at one instant between `start` and `end`. */
export interface Step {
  readonly start: number;
  readonly end: number;
  /** Not acknowledged: it took effect at any instant after its start, or never. */
  readonly isOptional: boolean;
  /** Changes nothing; it only requires a certain state. */
  readonly isRead: boolean;
  /** Returns the state after the operation, or null if it is impossible in this state. */
  apply(state: string): string | null;
}

const MAX_NODES = 300_000;

interface SearchState {
  readonly steps: readonly Step[];
  readonly isEnd: (state: string) => boolean;
  /** Explored dead ends: the operations done and the state they led to. */
  readonly seen: Set<string>;
  nodes: number;
}

const deadlineOf = ({ end, isOptional }: Step): number => (isOptional ? Number.POSITIVE_INFINITY : end);

/** Operations that may come next: an operation that starts after another has ended must not come before it. */
const findNext = (steps: readonly Step[], done: Uint8Array): number[] => {
  let deadline = Number.POSITIVE_INFINITY;
  steps.forEach((step, index) => {
    if (done[index] === 0) deadline = Math.min(deadline, deadlineOf(step));
  });
  return steps.flatMap((step, index) => (done[index] === 0 && step.start <= deadline ? [index] : []));
};

/** Applies all possible reads at once. They do not change the state, so postponing them gains nothing. */
const applyReads = (steps: readonly Step[], done: Uint8Array, state: string): number[] => {
  for (;;) {
    const next = findNext(steps, done);
    const reads = next.filter((index) => steps[index]?.isRead && steps[index].apply(state) !== null);
    if (reads.length === 0) return next;
    for (const index of reads) done[index] = 1;
  }
};

const search = (task: SearchState, before: Uint8Array, state: string): boolean => {
  const { steps, isEnd, seen } = task;
  const done = before.slice();
  const next = applyReads(steps, done, state);
  const isOver = steps.every(({ isOptional }, index) => isOptional || done[index] === 1);
  if (isOver && isEnd(state)) return true;
  const searchKey = `${done.join('')} ${state}`;
  if (seen.has(searchKey)) return false;
  seen.add(searchKey);
  task.nodes += 1;
  if (task.nodes > MAX_NODES) throw new Error('the search for an order exceeded its limit');
  return next.some((index) => {
    const step = steps[index];
    if (step === undefined || step.isRead) return false;
    const after = step.apply(state);
    // Skips an unacknowledged operation that changes nothing.
    if (after === null || (step.isOptional && after === state)) return false;
    const further = done.slice();
    further[index] = 1;
    return search(task, further, after);
  });
};

/**
 * Returns whether the steps have an order, each between its start and its end, that leads from `initial` to a state accepted
 * by `isEnd`.
 */
export const isLinearizable = (
  steps: readonly Step[],
  initial: string,
  isEnd: (state: string) => boolean,
): boolean => {
  const sorted = steps.toSorted((a, b) => a.start - b.start);
  return search({ steps: sorted, isEnd, seen: new Set(), nodes: 0 }, new Uint8Array(sorted.length), initial);
};
