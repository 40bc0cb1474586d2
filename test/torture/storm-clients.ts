import { randomInt, randomUUID } from 'node:crypto';
import type { ErrorBody } from '#contract/errors.ts';
import type { Reservation } from '#contract/reservations.ts';
import { slots } from '#contract/slots.ts';
import type { BookOperation, Operation, Outcome } from './history.ts';

export interface StormMember {
  readonly id: string;
  readonly accessToken: string;
}

export interface Storm {
  readonly members: readonly StormMember[];
  readonly history: Operation[];
  /** The server of this moment. */
  url: string;
  isRaging: boolean;
}

const REQUEST_TIMEOUT = 10_000;
/** One in so many bookings is sent twice at once, as by a double click. */
const DOUBLE_CLICKS = 8;

const began = performance.now();
const clock = (): number => performance.now() - began;

const pick = <T>(items: readonly T[]): T => items[randomInt(items.length)] as T;

/** Only an answer that says yes or no is known; a fault of the server may have come after the booking. */
const outcomeOf = (status: number): Outcome =>
  status === 201 || status === 200 ? 'ok' : status < 500 ? 'fail' : 'unknown';

const bookingOf = ({ date, slot }: BookOperation['args']): string =>
  JSON.stringify({
    shootType: 'FOOD',
    date,
    time: slot,
    desiredShootDate: '아무 때나',
    location: '스튜디오',
    notes: '',
  });

/** Sends a booking, again when `args` were sent before, and writes down what came of it. */
export const sendBooking = async (storm: Storm, args: BookOperation['args']): Promise<BookOperation> => {
  const token = storm.members.find(({ id }) => id === args.memberId)?.accessToken ?? '';
  const start = clock();
  const note = (outcome: Outcome, code: string | null): BookOperation => {
    const operation: BookOperation = { op: 'book', args, start, end: clock(), outcome, code };
    storm.history.push(operation);
    return operation;
  };
  try {
    const response = await fetch(`${storm.url}/api/reservation`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': args.key,
      },
      body: bookingOf(args),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
    const answer = (await response.json()) as Partial<Reservation & ErrorBody>;
    return note(outcomeOf(response.status), answer.reservationCode ?? answer.code ?? null);
  } catch {
    return note('unknown', null);
  }
};

const readBack = async (storm: Storm, { date, slot }: BookOperation['args']): Promise<void> => {
  const start = clock();
  const note = (outcome: Outcome, seen: readonly string[]): void => {
    storm.history.push({ op: 'read', args: { date, slot }, start, end: clock(), outcome, seen });
  };
  try {
    const response = await fetch(`${storm.url}/api/reservation/booked-times?date=${date}`, {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
    note(outcomeOf(response.status), response.ok ? ((await response.json()) as string[]) : []);
  } catch {
    note('unknown', []);
  }
};

/** Books at random as fast as it can, until the storm ends or the server is gone. */
export const runClient = async (storm: Storm, dates: readonly string[]): Promise<void> => {
  while (storm.isRaging) {
    const args = {
      memberId: pick(storm.members).id,
      key: randomUUID(),
      date: pick(dates),
      slot: pick(slots),
    };
    const clicks = randomInt(DOUBLE_CLICKS) === 0 ? 2 : 1;
    const sent = await Promise.all(Array.from({ length: clicks }, () => sendBooking(storm, args)));
    if (sent.some(({ outcome }) => outcome === 'unknown')) return;
    if (sent[0]?.outcome === 'ok') await readBack(storm, args);
  }
};
