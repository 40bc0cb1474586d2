interface Loop {
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
  /** Calls back when the loop has looked once at all that had come. */
  readonly atEndOfTurn: (call: () => void) => void;
}

export interface Door {
  arrived(): void;
  /** Milliseconds for which each turn of the loop has brought another connection; 0 when one did not. */
  crowdedFor(): number;
}

const machine: Loop = { now: () => performance.now(), atEndOfTurn: setImmediate };

/**
 * Node takes one connection a turn (libuv since 1.46), and all others wait where nobody sees them: whoever is answered in time once
 * they are in may have stood there for half a minute. So long as no turn goes by without another one, there are more outside.
 */
export const watchDoor = ({ now, atEndOfTurn }: Loop = machine): Door => {
  let crowdedSince: number | null = null;
  let hasArrived = false;
  const endTurn = (): void => {
    if (!hasArrived) {
      crowdedSince = null;
      return;
    }
    hasArrived = false;
    atEndOfTurn(endTurn);
  };
  return {
    arrived: () => {
      hasArrived = true;
      if (crowdedSince !== null) return;
      crowdedSince = now();
      atEndOfTurn(endTurn);
    },
    crowdedFor: () => (crowdedSince === null ? 0 : now() - crowdedSince),
  };
};
