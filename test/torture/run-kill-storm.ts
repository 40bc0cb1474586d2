import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, seoulDate } from '#contract/seoul-time.ts';
import type { BookOperation, Operation } from './history.ts';
import { startServer } from './server-process.ts';
import { runClient, sendBooking } from './storm-clients.ts';
import type { Storm, StormMember } from './storm-clients.ts';

export interface KillStormOptions {
  /** Settings of the server: its database, its secret. */
  readonly settings: Record<string, string>;
  readonly members: readonly StormMember[];
  readonly kills: number;
  readonly clients: number;
}

const DATES_A_ROUND = 30;
/** A kill comes after so many answers, and a moment more: in answers, so that slow machines are stormed as hard. */
const ANSWERS_BEFORE_KILL = { min: 10, max: 120 };
const LONGEST_MOMENT_MORE = 40;
const LONGEST_ROUND = 10_000;
/** Acknowledged bookings that are asked for once more at the end. */
const SECOND_LOOKS = 200;

const isUnknown = (operation: Operation): operation is BookOperation =>
  operation.op === 'book' && operation.outcome === 'unknown';
const isAcknowledged = (operation: Operation): operation is BookOperation =>
  operation.op === 'book' && operation.outcome === 'ok';

/** Requests of which nobody has heard yet what came of them. */
const findUnsettled = (history: readonly Operation[]): BookOperation[] => {
  const settled = new Set<string>();
  for (const operation of history) {
    if (operation.op === 'book' && operation.outcome !== 'unknown') settled.add(operation.args.key);
  }
  return history.filter(isUnknown).filter(({ args }) => !settled.has(args.key));
};

/** Each round has dates of its own, so that free and taken slots are met in every one. */
const datesOf = (round: number): string[] => {
  const tomorrow = addDays(seoulDate(new Date()), 1);
  const first = (round * DATES_A_ROUND) % (360 - DATES_A_ROUND);
  return Array.from({ length: DATES_A_ROUND }, (_, day) => addDays(tomorrow, first + day));
};

/** Sends bookings once more, over so many lines at once. */
const sendAgain = async (
  storm: Storm,
  operations: readonly BookOperation[],
  lines: number,
): Promise<void> => {
  const waiting = operations.map(({ args }) => args);
  const work = async (): Promise<void> => {
    for (let args = waiting.pop(); args !== undefined; args = waiting.pop()) {
      const { outcome } = await sendBooking(storm, args);
      if (outcome === 'unknown') return;
    }
  };
  await Promise.all(Array.from({ length: lines }, work));
};

const waitForKill = async ({ history }: Storm): Promise<void> => {
  const enough = history.length + randomInt(ANSWERS_BEFORE_KILL.min, ANSWERS_BEFORE_KILL.max);
  const deadline = performance.now() + LONGEST_ROUND;
  while (history.length < enough && performance.now() < deadline) await sleep(1);
  await sleep(randomInt(LONGEST_MOMENT_MORE));
};

/** One server's life, from its start to its death; half of what its predecessor left open is asked for again. */
const runRound = async (storm: Storm, round: number, options: KillStormOptions): Promise<void> => {
  const dates = datesOf(round);
  const impatient = findUnsettled(storm.history).filter((_, index) => index % 2 === 0);
  const server = await startServer(options.settings);
  storm.url = server.url;
  storm.isRaging = true;
  const raging = Promise.all([
    sendAgain(storm, impatient, 1),
    ...Array.from({ length: options.clients }, () => runClient(storm, dates)),
  ]);
  await waitForKill(storm);
  await server.kill();
  storm.isRaging = false;
  await raging;
};

/**
 * Clients book as fast as they can while the server is killed with -9 and started again; at the end every request
 * without an answer is sent once more with its key, twice. Answers all that was done and what came of it.
 */
export const runKillStorm = async (options: KillStormOptions): Promise<Operation[]> => {
  const storm: Storm = { members: options.members, history: [], url: '', isRaging: false };
  for (let round = 0; round < options.kills; round += 1) await runRound(storm, round, options);

  const server = await startServer(options.settings);
  storm.url = server.url;
  try {
    const unknowns = storm.history.filter(isUnknown);
    await sendAgain(storm, unknowns, options.clients);
    await sendAgain(storm, unknowns, options.clients);
    await sendAgain(storm, storm.history.filter(isAcknowledged).slice(-SECOND_LOOKS), options.clients);
  } finally {
    await server.stop();
  }
  return storm.history;
};
