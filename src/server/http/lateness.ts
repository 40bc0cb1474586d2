import type { IncomingMessage } from 'node:http';

/** However long we are behind: limits in time stay limits. */
const LONGEST = 60_000;
const EVERY = 100;

interface Clocks {
  /** Milliseconds, never going back. */
  readonly now: () => number;
  /** Milliseconds that the loop has spent waiting, with nothing left to look at. */
  readonly idle: () => number;
}

const machine: Clocks = { now: () => performance.now(), idle: () => performance.nodeTiming.idleTime };

/**
 * How long what is read now may have been waiting unseen: since this process last had nothing left to look at. Who asked in time
 * must not be told that he is late because we are.
 */
export const createLateness = ({ now, idle }: Clocks = machine): (() => number) => {
  let lookedAt = now();
  let upToDateAt = lookedAt;
  let idleUntilThen = idle();
  return () => {
    const [time, idleNow] = [now(), idle()];
    // Some time since the last look: then, at the earliest.
    if (idleNow > idleUntilThen) upToDateAt = lookedAt;
    [lookedAt, idleUntilThen] = [time, idleNow];
    return Math.min(time - upToDateAt, LONGEST);
  };
};

const waits = new WeakMap<object, number>();

/** Milliseconds for which a request may have waited to be read; none where it came in another way. */
export const waitOf = (request: object | undefined): number =>
  request === undefined ? 0 : (waits.get(request) ?? 0);

export interface LatenessWatch {
  readonly lateness: () => number;
  note(request: IncomingMessage): void;
  stop(): void;
}

/** Looks often enough, and tells `onLook` each time. */
export const watchLateness = (onLook: (lateness: number) => void): LatenessWatch => {
  const lateness = createLateness();
  const timer = setInterval(() => onLook(lateness()), EVERY);
  timer.unref();
  return {
    lateness,
    note: (request) => void waits.set(request, lateness()),
    stop: () => clearInterval(timer),
  };
};
