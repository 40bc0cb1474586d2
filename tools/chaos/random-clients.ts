import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultSlots } from '#features/reservations/contract/slots.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { SignedInUser } from '#test/factories/signed-in-users.ts';
import type { BookOperation, DateSlot } from '#tools/chaos/checker/history.ts';
import {
  book,
  cancel,
  hold,
  NO_KEY_PREFIX,
  move,
  readMonthAvailability,
  readBookedTimes,
  release,
  type Workload,
} from './operations.ts';

/** One in this many bookings is sent twice concurrently, as by a double click. */
const BOOKINGS_PER_DOUBLE_CLICK = 8;
/** One in this many bookings starts with a hold; one in three of those is released instead. */
const BOOKINGS_PER_HOLD = 5;
/** One in this many bookings is moved, and one in this many cancelled, some time after it was made. */
const BOOKINGS_PER_MOVE = 4;
const BOOKINGS_PER_CANCEL = 5;

export const pickRandom = <T>(items: readonly T[]): T => items[randomInt(items.length)] as T;
const isOneIn = (count: number): boolean => randomInt(count) === 0;

/** Dates that can be booked and still be changed; the first is three days ahead. */
export const bookableDates = (first: number, count: number): string[] => {
  const start = addDays(seoulDate(new Date()), 3 + first);
  return Array.from({ length: count }, (_, day) => addDays(start, day));
};

export const slotsOn = (dates: readonly string[]): DateSlot[] =>
  dates.flatMap((date) => defaultSlots.map((slot) => ({ date, slot })));

interface Users {
  readonly workload: Workload;
  readonly members: readonly SignedInUser[];
}

/** Books any slot of the dates for any member. */
export const bookAnySlot = (
  { workload, members }: Users,
  dates: readonly string[],
  notes?: string,
): Promise<BookOperation> => {
  const dateSlot = { date: pickRandom(dates), slot: pickRandom(defaultSlots) };
  return book(workload, pickRandom(members), { ...dateSlot, key: randomUUID(), ...(notes && { notes }) });
};

/** Reads the slots of any of the dates as a guest. Resolves to the status. */
export const readAnyDate = async ({ workload }: Users, dates: readonly string[]): Promise<number> => {
  const path = `/api/reservation/booked-times?date=${pickRandom(dates)}`;
  return (await workload.send({ method: 'GET', path })).status;
};

/** State that a scenario sets and its random clients read. */
interface RunState {
  dates: readonly string[];
  /** Clients pause while no server is running. */
  isServing: boolean;
  isRunning: boolean;
}

interface OwnBooking {
  readonly member: SignedInUser;
  readonly code: string;
}

const changeOne = async (
  workload: Workload,
  ownBookings: OwnBooking[],
  dates: readonly string[],
): Promise<void> => {
  const one = ownBookings.splice(randomInt(ownBookings.length), 1)[0];
  if (one === undefined) return;
  if (isOneIn(2)) return void (await cancel(workload, one.member, one.code));
  const { outcome } = await move(workload, one.member, one.code, {
    date: pickRandom(dates),
    slot: pickRandom(defaultSlots),
  });
  if (outcome !== 'unknown') ownBookings.push(one);
};

const bookOne = async (
  workload: Workload,
  member: SignedInUser,
  dateSlot: DateSlot,
): Promise<readonly BookOperation[]> => {
  if (isOneIn(BOOKINGS_PER_HOLD)) {
    const held = await hold(workload, member, dateSlot);
    if (held.outcome === 'ok' && isOneIn(3)) {
      await release(workload, member, dateSlot);
      return [];
    }
  }
  const key = randomUUID();
  const clicks = isOneIn(BOOKINGS_PER_DOUBLE_CLICK) ? 2 : 1;
  return Promise.all(Array.from({ length: clicks }, () => book(workload, member, { ...dateSlot, key })));
};

/** Books, holds, moves, cancels and reads at random without pause until the run ends. */
const runRandomClient = async (
  workload: Workload,
  members: readonly SignedInUser[],
  runState: RunState,
): Promise<void> => {
  const ownBookings: OwnBooking[] = [];
  while (runState.isRunning) {
    if (!runState.isServing) {
      await sleep(5);
      continue;
    }
    if (ownBookings.length > 0 && isOneIn(ownBookings.length > 2 ? BOOKINGS_PER_MOVE : BOOKINGS_PER_CANCEL)) {
      await changeOne(workload, ownBookings, runState.dates);
      continue;
    }
    const member = pickRandom(members);
    const dateSlot = { date: pickRandom(runState.dates), slot: pickRandom(defaultSlots) };
    const [sent] = await bookOne(workload, member, dateSlot);
    if (sent?.outcome !== 'ok' || sent.code === null) continue;
    ownBookings.push({ member, code: sent.code });
    await (isOneIn(4) ? readMonthAvailability : readBookedTimes)(workload, dateSlot.date);
  }
};

/** Starts clients that act at random without pause until `stop`, as `state` says. */
export const startRandomClients = ({ workload, members }: Users, count: number, dates: readonly string[]) => {
  const state: RunState = { dates, isServing: true, isRunning: true };
  const clients = Promise.all(Array.from({ length: count }, () => runRandomClient(workload, members, state)));
  const stop = async (): Promise<void> => {
    state.isRunning = false;
    await clients;
  };
  return { state, stop };
};

/** Bookings whose outcome is still unknown. */
export const findUnansweredBookings = ({ history }: Pick<Workload, 'history'>): BookOperation[] => {
  const bookings = history.filter((operation) => operation.op === 'book');
  const resolved = new Set(
    bookings.filter(({ outcome }) => outcome !== 'unknown').map(({ args }) => args.key),
  );
  const unresolved = new Map(
    bookings.filter(({ args }) => !resolved.has(args.key)).map((one) => [one.args.key, one]),
  );
  return [...unresolved.values()];
};

/** Sends bookings again with their keys, `concurrency` at a time. Each worker stops at the first one without a response. */
export const retryBookings = async (
  workload: Workload,
  members: readonly SignedInUser[],
  operations: readonly BookOperation[],
  concurrency: number,
): Promise<void> => {
  const membersById = new Map(members.map((member) => [member.id, member]));
  const waiting = operations.map(({ args }) => args);
  const work = async (): Promise<void> => {
    for (let args = waiting.pop(); args !== undefined; args = waiting.pop()) {
      const member = membersById.get(args.memberId ?? '');
      // Without a key, a repeated request would be another booking.
      if (member === undefined || args.key.startsWith(NO_KEY_PREFIX)) continue;
      const { outcome } = await book(workload, member, args);
      if (outcome === 'unknown') return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
};

const MAX_RECHECKS = 200;
/** A busy machine may answer 429 several times. */
const MAX_PASSES = 10;

/** Repeats every booking without a response until it gets one, and a sample of the acknowledged ones once more. */
export const resolveUnknownOutcomes = async (
  workload: Workload,
  members: readonly SignedInUser[],
  concurrency: number,
): Promise<void> => {
  const bookings = workload.history.filter((operation) => operation.op === 'book');
  const unknown = bookings.filter(({ outcome }) => outcome === 'unknown');
  const acknowledged = bookings.filter(({ outcome, args }) => outcome === 'ok' && args.memberId !== null);
  for (let pass = 0; pass < MAX_PASSES && findUnansweredBookings(workload).length > 0; pass += 1)
    await retryBookings(workload, members, findUnansweredBookings(workload), concurrency);
  await retryBookings(workload, members, [...unknown, ...acknowledged.slice(-MAX_RECHECKS)], concurrency);
};
