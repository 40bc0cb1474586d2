import type { MiddlewareHandler } from 'hono';
import { refuse } from '#contract/errors.ts';

interface Load {
  /** So many reads are let in whatever happens: below, nothing waits for long. */
  readonly fewReads: number;
  /** So many writes at once: a rush for one slot is answered, not turned away. */
  readonly mostWrites: number;
  /** How long whoever is let in may have to wait, in milliseconds. */
  readonly patience: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
}

const usual: Load = { fewReads: 64, mostWrites: 300, patience: 500, now: () => performance.now() };
// Milliseconds from one answer to the next before the first were measured, and how much the newest counts.
const FIRST_GAP = 2;
const NEWEST = 0.05;

/**
 * Says at once whether one more request would be answered in time: by how many are under way and by how fast they have been
 * answered, so that no number has to be known of the machine. Who gets in says `leave` when it is answered. Reads give way
 * before writes.
 */
export const createLoadGate = ({ fewReads, mostWrites, patience, now }: Load = usual) => {
  let reads = 0;
  let writes = 0;
  let gap = FIRST_GAP;
  let lastAnswer = -1;

  return {
    enter(isRead: boolean): boolean {
      const underWay = reads + writes;
      if (isRead ? underWay >= fewReads && underWay * gap > patience : writes >= mostWrites) return false;
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

// What is in memory or a file, whether the server lives, and uploads, which are counted where they are read.
const CHEAP = /^\/(?:assets|photos|uploads)\/|^\/(?:livez|healthz)$/;

/** Only what came over a connection is counted: a page's own calls are part of it. */
const cameFromOutside = (env: unknown): boolean =>
  typeof env === 'object' && env !== null && 'outgoing' in env;

/** Under more than can be done, refuses the excess at once with 503 instead of making everybody wait. */
export const shedLoad =
  (gate = createLoadGate()): MiddlewareHandler =>
  async (context, next) => {
    if (CHEAP.test(context.req.path) || !cameFromOutside(context.env)) return next();
    const isRead = context.req.method === 'GET' || context.req.method === 'HEAD';
    if (!gate.enter(isRead)) throw refuse('UNAVAILABLE', { retryAfter: 1 });
    try {
      await next();
    } finally {
      gate.leave(isRead);
    }
  };
