import type { MiddlewareHandler } from 'hono';
import { errors, refuse } from '#contract/errors.ts';
import { refuseExcess } from '#server/refuse-excess.ts';

interface Load {
  /** So many reads are let in however slow the database is: below, nothing waits for long. */
  readonly fewReads: number;
  /** So many writes at once: a rush for one slot is answered, not turned away. */
  readonly mostWrites: number;
  /** How long whoever is let in may have to wait for those before, in milliseconds; writes less than a connection is waited for. */
  readonly patience: number;
  readonly patienceOfWrites: number;
  /** So many reads, and writes, in one turn of this process's loop are let in however long they take: a few visitors on a slow machine. */
  readonly fewInTurn: number;
  /** How long more reads may keep it busy in one turn, in milliseconds: in a rush, and when that lasts. */
  readonly rush: number;
  readonly strain: number;
  /** How long more writes may. */
  readonly rushOfWrites: number;
  /** How long, in milliseconds, connections may wait before the door until reads give way, and until writes do too. */
  readonly crowdOfReads: number;
  readonly crowdOfWrites: number;
  readonly crowdedFor: () => number;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
  /** Calls back when the loop has gone through all that had come. */
  readonly atEndOfTurn: (call: () => void) => void;
}

const usual: Load = {
  fewReads: 64,
  mostWrites: 300,
  patience: 500,
  patienceOfWrites: 1_500,
  fewInTurn: 16,
  rush: 400,
  strain: 25,
  rushOfWrites: 1_000,
  crowdOfReads: 300,
  crowdOfWrites: 1_000,
  crowdedFor: () => 0,
  now: () => performance.now(),
  atEndOfTurn: setImmediate,
};
// Milliseconds from one answer to the next before the first were measured, and how much the newest counts.
const FIRST_GAP = 2;
const NEWEST = 0.05;
/** How long a rush is thought to last after a read was turned away, in milliseconds. */
const STRAINED = 1_000;

// Those who are turned away may come again at once, for ever: whatever they do, one in so many is let in.
const LEAST_SHARE = 1 / 10;

/** What this turn of the loop has been at already, and so how long whoever comes next has waited unseen. */
const createTurn = ({ now, atEndOfTurn }: Pick<Load, 'now' | 'atEndOfTurn'>) => {
  let turn: { readonly began: number; reads: number; writes: number } | null = null;
  return () => {
    if (turn === null) {
      turn = { began: now(), reads: 0, writes: 0 };
      atEndOfTurn(() => (turn = null));
    }
    return turn;
  };
};

/**
 * Says at once whether one more request would be answered in time, so that no number has to be known of the machine: by how
 * long this process has been busy without looking up, by how many wait for the database and how fast it has answered, and by how
 * long there have been more before the door.
 * Who gets in says `leave` when it is answered. Reads give way before writes.
 */
export const createLoadGate = (changes: Partial<Load> = {}) => {
  const load = { ...usual, ...changes };
  const { fewReads, mostWrites, patience, now } = load;
  const currentTurn = createTurn(load);
  let reads = 0;
  let writes = 0;
  let gap = FIRST_GAP;
  let lastAnswer = -1;
  let strainedUntil = 0;
  let credit = 0;

  /** The longer it lasts the more are turned away, each of whom makes room for the next to be seen at all. */
  const isCrowdedOut = (isRead: boolean): boolean => {
    const crowd = load.crowdedFor();
    const patienceOutside = isRead ? load.crowdOfReads : load.crowdOfWrites;
    if (crowd <= patienceOutside) return false;
    credit += Math.max(patienceOutside / crowd, LEAST_SHARE);
    if (credit < 1) return true;
    credit -= 1;
    return false;
  };

  const isTurnFull = (isRead: boolean): boolean => {
    const turn = currentTurn();
    const time = now();
    const patienceOfReads = time < strainedUntil ? load.strain : load.rush;
    const kind = isRead ? 'reads' : 'writes';
    if (turn[kind] < load.fewInTurn || time - turn.began <= (isRead ? patienceOfReads : load.rushOfWrites)) {
      turn[kind] += 1;
      return false;
    }
    if (isRead) strainedUntil = time + STRAINED;
    return true;
  };
  const isQueueFull = (isRead: boolean): boolean => {
    const underWay = reads + writes;
    return underWay >= fewReads && underWay * gap > (isRead ? patience : load.patienceOfWrites);
  };

  return {
    enter(isRead: boolean): boolean {
      if (isCrowdedOut(isRead)) return false;
      if (isTurnFull(isRead) || isQueueFull(isRead) || (!isRead && writes >= mostWrites)) return false;
      if (isRead) reads += 1;
      else writes += 1;
      return true;
    },
    leave(isRead: boolean): void {
      const isBusy = reads + writes >= fewReads / 2;
      const time = now();
      // Time in which there was nothing to do says nothing of how fast it is done.
      if (isBusy && lastAnswer >= 0) gap += NEWEST * (time - lastAnswer - gap);
      lastAnswer = isBusy ? time : -1;
      if (isRead) reads -= 1;
      else writes -= 1;
    },
  };
};

// Photographs, whether the server lives; uploads, which are counted where they are read, and renewals, which wait in a
// line of their own: nobody's session may hang on how busy we are.
const UNCOUNTED = /^\/(?:photos|uploads)\/|^\/(?:livez|healthz|api\/auth\/reissue)$/;

/** Only what came over a connection is counted: a page's own calls are part of it. */
const cameFromOutside = (env: unknown): boolean =>
  typeof env === 'object' && env !== null && 'outgoing' in env;

/**
 * Under more than can be done, refuses the excess at once with 429 instead of making everybody wait. Where they wait for a database
 * that is away, the excess is told so as well (503).
 */
export const shedLoad = (gate = createLoadGate()): MiddlewareHandler => {
  let isAway = false;
  return async (context, next) => {
    if (UNCOUNTED.test(context.req.path) || !cameFromOutside(context.env)) return next();
    const isRead = context.req.method === 'GET' || context.req.method === 'HEAD';
    if (!gate.enter(isRead)) throw isAway ? refuse('UNAVAILABLE', { retryAfter: 1 }) : refuseExcess();
    try {
      await next();
    } finally {
      gate.leave(isRead);
      isAway = context.res.status === errors.UNAVAILABLE.status;
    }
  };
};
