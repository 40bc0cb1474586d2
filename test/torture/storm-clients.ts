import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, seoulDate } from '#contract/seoul-time.ts';
import { slots } from '#contract/slots.ts';
import type { BookOperation, Place } from './history.ts';
import { book, cancel, hold, KEYLESS, move, readMonth, readTaken, release } from './operations.ts';
import type { Storm } from './operations.ts';
import type { Person } from './people.ts';

/** One in so many bookings is sent twice at once, as by a double click. */
const DOUBLE_CLICKS = 8;
/** One in so many bookings begins with a hold; of those, one in three is given back instead. */
const HOLDS = 5;
/** One in so many bookings is moved, and one in so many cancelled, some time after it was made. */
const MOVES = 4;
const CANCELS = 5;

export const pick = <T>(items: readonly T[]): T => items[randomInt(items.length)] as T;
const isOneIn = (count: number): boolean => randomInt(count) === 0;

/** Dates that can be booked, and changed until the day before: the first of them is three days ahead. */
export const datesAhead = (first: number, count: number): string[] => {
  const start = addDays(seoulDate(new Date()), 3 + first);
  return Array.from({ length: count }, (_, day) => addDays(start, day));
};

export const placesOn = (dates: readonly string[]): Place[] =>
  dates.flatMap((date) => slots.map((slot) => ({ date, slot })));

/** What clients of a random storm look at while they rage. */
export interface Weather {
  dates: readonly string[];
  /** While nobody can serve, nobody asks. */
  isServing: boolean;
  isRaging: boolean;
}

interface Owned {
  readonly member: Person;
  readonly code: string;
}

const changeOne = async (storm: Storm, owned: Owned[], dates: readonly string[]): Promise<void> => {
  const one = owned.splice(randomInt(owned.length), 1)[0];
  if (one === undefined) return;
  if (isOneIn(2)) return void (await cancel(storm, one.member, one.code));
  const { outcome } = await move(storm, one.member, one.code, { date: pick(dates), slot: pick(slots) });
  if (outcome !== 'unknown') owned.push(one);
};

const bookOne = async (storm: Storm, member: Person, place: Place): Promise<readonly BookOperation[]> => {
  if (isOneIn(HOLDS)) {
    const held = await hold(storm, member, place);
    if (held.outcome === 'ok' && isOneIn(3)) {
      await release(storm, member, place);
      return [];
    }
  }
  const key = randomUUID();
  const clicks = isOneIn(DOUBLE_CLICKS) ? 2 : 1;
  return Promise.all(Array.from({ length: clicks }, () => book(storm, member, { ...place, key })));
};

/** Books, holds, moves, cancels and looks at random, as fast as it can, until the storm ends. */
export const runClient = async (
  storm: Storm,
  members: readonly Person[],
  weather: Weather,
): Promise<void> => {
  const owned: Owned[] = [];
  while (weather.isRaging) {
    if (!weather.isServing) {
      await sleep(5);
      continue;
    }
    if (owned.length > 0 && isOneIn(owned.length > 2 ? MOVES : CANCELS)) {
      await changeOne(storm, owned, weather.dates);
      continue;
    }
    const member = pick(members);
    const place = { date: pick(weather.dates), slot: pick(slots) };
    const [sent] = await bookOne(storm, member, place);
    if (sent?.outcome !== 'ok' || sent.code === null) continue;
    owned.push({ member, code: sent.code });
    await (isOneIn(4) ? readMonth : readTaken)(storm, place.date);
  }
};

/** Bookings of which nobody has heard yet what came of them. */
export const findUnheard = ({ history }: Pick<Storm, 'history'>): BookOperation[] => {
  const bookings = history.filter((operation) => operation.op === 'book');
  const heard = new Set(bookings.filter(({ outcome }) => outcome !== 'unknown').map(({ args }) => args.key));
  const unheard = new Map(
    bookings.filter(({ args }) => !heard.has(args.key)).map((one) => [one.args.key, one]),
  );
  return [...unheard.values()];
};

/** Sends bookings once more with their keys, over so many lines at once; a line ends where it gets no answer. */
export const sendAgain = async (
  storm: Storm,
  members: readonly Person[],
  operations: readonly BookOperation[],
  lines: number,
): Promise<void> => {
  const people = new Map(members.map((member) => [member.id, member]));
  const waiting = operations.map(({ args }) => args);
  const work = async (): Promise<void> => {
    for (let args = waiting.pop(); args !== undefined; args = waiting.pop()) {
      const member = people.get(args.memberId ?? '');
      // Without a key the same request would be another.
      if (member === undefined || args.key.startsWith(KEYLESS)) continue;
      const { outcome } = await book(storm, member, args);
      if (outcome === 'unknown') return;
    }
  };
  await Promise.all(Array.from({ length: lines }, work));
};

const SECOND_LOOKS = 200;
/** A busy machine may answer 429 again. */
const MOST_PASSES = 10;

/** At the end every booking without an answer is asked for until there is one, and many that had one once more. */
export const settleAll = async (storm: Storm, members: readonly Person[], lines: number): Promise<void> => {
  const unknown = storm.history.filter(
    (operation) => operation.op === 'book' && operation.outcome === 'unknown',
  ) as BookOperation[];
  const acknowledged = storm.history.filter(
    (operation) => operation.op === 'book' && operation.outcome === 'ok' && operation.args.memberId !== null,
  ) as BookOperation[];
  for (let pass = 0; pass < MOST_PASSES && findUnheard(storm).length > 0; pass += 1)
    await sendAgain(storm, members, findUnheard(storm), lines);
  await sendAgain(storm, members, [...unknown, ...acknowledged.slice(-SECOND_LOOKS)], lines);
};
