import { randomUUID } from 'node:crypto';
import type { ReservationState } from '#contract/reservations.ts';
import { slots } from '#contract/slots.ts';
import type { Ask, Call, Reply } from './ask.ts';
import type {
  BlockOperation,
  BookOperation,
  ChangeOperation,
  HoldOperation,
  MoveOperation,
  Operation,
  Outcome,
  Place,
  ReadOperation,
} from './history.ts';
import type { Person } from './people.ts';

/** What all clients of a run share. */
export interface Storm {
  readonly ask: Ask;
  readonly history: Operation[];
  /** Milliseconds since 1970, finer than the system's: history and holds are told by one clock. */
  now(): number;
  /** Row ids of the bookings, by their codes. */
  readonly ids: Map<string, number>;
}

export const createStorm = (ask: Ask, now?: () => number): Storm => ({
  ask,
  history: [],
  now: now ?? (() => performance.timeOrigin + performance.now()),
  ids: new Map(),
});

const NO_ROOM = 429;
/**
 * Only an answer that says yes or no is known: a fault of the server may have come after the deed, and who is turned away by 429
 * comes again.
 */
const outcomeOf = ({ status }: Reply): Outcome => {
  if (status >= 200 && status < 300) return 'ok';
  return status >= 400 && status < 500 && status !== NO_ROOM ? 'fail' : 'unknown';
};

/** The fields of any answer that somebody here reads. */
interface Answer {
  readonly id?: number;
  readonly reservationCode?: string;
  readonly code?: string;
  readonly heldUntil?: string;
}

const perform = async (storm: Storm, person: Person | null, call: Omit<Call, 'token'>) => {
  const token = await person?.token();
  const start = storm.now();
  const reply = await storm.ask({ ...call, token });
  const end = storm.now();
  const outcome = outcomeOf(reply);
  const answer: Answer = typeof reply.body === 'object' && reply.body !== null ? reply.body : {};
  const isTold = outcome === 'fail' || reply.status === NO_ROOM;
  return { start, end, outcome, answer, reply, code: isTold ? (answer.code ?? null) : null };
};

const note = <O extends Operation>(storm: Storm, operation: O): O => {
  storm.history.push(operation);
  return operation;
};

const details = { shootType: 'FOOD', desiredShootDate: '아무 때나', location: '스튜디오', notes: '' };

interface Booking extends Place {
  readonly key?: string;
  readonly notes?: string;
}

/** Begins what stands for the key of a booking that was sent without one. */
export const KEYLESS = 'none ';

/** Books for a member, again when the key was sent before. Without a key the operation gets one that is not sent. */
export const book = async (
  storm: Storm,
  member: Person,
  { date, slot, key, notes = '' }: Booking,
): Promise<BookOperation> => {
  const body = { ...details, notes, date, time: slot };
  const { answer, outcome, code, ...span } = await perform(storm, member, {
    method: 'POST',
    path: '/api/reservation',
    body,
    key,
  });
  if (answer.id !== undefined && answer.reservationCode !== undefined)
    storm.ids.set(answer.reservationCode, answer.id);
  return note(storm, {
    op: 'book',
    args: { memberId: member.id, key: key ?? `${KEYLESS}${randomUUID()}`, date, slot, notes },
    start: span.start,
    end: span.end,
    outcome,
    code: outcome === 'ok' ? (answer.reservationCode ?? null) : code,
  });
};

/** An admin enters a booking for someone who is no member. */
export const bookGuest = async (
  storm: Storm,
  admin: Person,
  { date, slot, key }: Place & { readonly key: string },
): Promise<BookOperation> => {
  const { answer, outcome, code, start, end } = await perform(storm, admin, {
    method: 'POST',
    path: '/api/admin/reservation',
    body: { guestName: '전화 손님', shootType: 'WEDDING', date, time: slot },
    key,
  });
  if (answer.id !== undefined && answer.reservationCode !== undefined)
    storm.ids.set(answer.reservationCode, answer.id);
  return note(storm, {
    op: 'book',
    args: { memberId: null, key, date, slot },
    start,
    end,
    outcome,
    code: outcome === 'ok' ? (answer.reservationCode ?? null) : code,
  });
};

/** Where a booking's calls go, by who asks. */
const pathOf = (storm: Storm, code: string, actor: 'MEMBER' | 'ADMIN', last: string): string =>
  `/api/${actor === 'ADMIN' ? 'admin/' : ''}reservation/${storm.ids.get(code) ?? 0}/${last}`;

export const cancel = async (storm: Storm, member: Person, code: string): Promise<ChangeOperation> => {
  const path = pathOf(storm, code, 'MEMBER', 'cancel');
  const done = await perform(storm, member, { method: 'POST', path, body: { reason: '' } });
  const { start, end, outcome } = done;
  const args = { code, actor: 'MEMBER', state: 'CANCELLED' } as const;
  return note(storm, { op: 'change', args, start, end, outcome, code: done.code });
};

export const changeState = async (
  storm: Storm,
  admin: Person,
  code: string,
  state: ReservationState,
): Promise<ChangeOperation> => {
  const path = pathOf(storm, code, 'ADMIN', 'state');
  const done = await perform(storm, admin, { method: 'POST', path, body: { state, reason: '' } });
  const { start, end, outcome } = done;
  return note(storm, {
    op: 'change',
    args: { code, actor: 'ADMIN', state },
    start,
    end,
    outcome,
    code: done.code,
  });
};

export const move = async (
  storm: Storm,
  person: Person,
  code: string,
  { date, slot }: Place,
  actor: 'MEMBER' | 'ADMIN' = 'MEMBER',
): Promise<MoveOperation> => {
  const path = pathOf(storm, code, actor, 'move');
  const done = await perform(storm, person, { method: 'POST', path, body: { date, time: slot } });
  const { start, end, outcome } = done;
  return note(storm, { op: 'move', args: { code, actor, date, slot }, start, end, outcome, code: done.code });
};

const changeBlock =
  (op: 'block' | 'unblock') =>
  async (storm: Storm, admin: Person, { date, slot }: Place): Promise<BlockOperation> => {
    const { start, end, outcome, code } = await perform(storm, admin, {
      method: op === 'block' ? 'POST' : 'DELETE',
      path: '/api/admin/reservation/block-time',
      body: { date, timeSlot: slot },
    });
    return note(storm, { op, args: { date, slot }, start, end, outcome, code });
  };
export const block = changeBlock('block');
export const unblock = changeBlock('unblock');

export const hold = async (storm: Storm, member: Person, { date, slot }: Place): Promise<HoldOperation> => {
  const { start, end, outcome, code, answer } = await perform(storm, member, {
    method: 'POST',
    path: '/api/reservation/hold',
    body: { date, time: slot },
  });
  const until = answer.heldUntil === undefined ? null : Date.parse(answer.heldUntil);
  return note(storm, {
    op: 'hold',
    args: { memberId: member.id, date, slot },
    start,
    end,
    outcome,
    code,
    until,
  });
};

export const release = async (
  storm: Storm,
  member: Person,
  { date, slot }: Place,
): Promise<HoldOperation> => {
  const { start, end, outcome, code } = await perform(storm, member, {
    method: 'DELETE',
    path: `/api/reservation/hold?date=${date}&time=${slot}`,
  });
  const args = { memberId: member.id, date, slot };
  return note(storm, { op: 'release', args, start, end, outcome, code, until: null });
};

/** The slots of a date that cannot be booked, as a guest sees them. */
export const readTaken = async (storm: Storm, date: string): Promise<ReadOperation> => {
  const { start, end, outcome, code, reply } = await perform(storm, null, {
    method: 'GET',
    path: `/api/reservation/booked-times?date=${date}`,
  });
  const seen = Array.isArray(reply.body) ? (reply.body as string[]) : [];
  return note(storm, { op: 'read', args: { date }, start, end, outcome, code, seen });
};

interface Day {
  readonly date: string;
  readonly slots: readonly { readonly time: string; readonly state: string }[];
}

/** The same out of the month that the calendar asks for. */
export const readMonth = async (storm: Storm, date: string): Promise<ReadOperation> => {
  const { start, end, outcome, code, reply } = await perform(storm, null, {
    method: 'GET',
    path: `/api/reservation/availability?month=${date.slice(0, 7)}`,
  });
  const days = Array.isArray(reply.body) ? (reply.body as Day[]) : [];
  const states = new Map(
    days.find((day) => day.date === date)?.slots.map(({ time, state }) => [time, state]),
  );
  const seen = slots.filter((slot) => states.get(slot) !== 'FREE');
  return note(storm, { op: 'read', args: { date }, start, end, outcome, code, seen });
};
