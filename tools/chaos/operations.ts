import { randomUUID } from 'node:crypto';
import type { ReservationState } from '#contract/reservations.ts';
import { defaultSlots } from '#contract/slots.ts';
import type { SendRequest, ApiRequest, ApiResponse } from './client.ts';
import type {
  BlockOperation,
  BookOperation,
  ChangeOperation,
  HoldOperation,
  MoveOperation,
  Operation,
  OperationOutcome,
  DateSlot,
  ReadOperation,
} from '#tools/chaos/checker/history.ts';
import type { SignedInUser } from '#test/factories/signed-in-users.ts';

/** State that all clients of a run share. */
export interface Workload {
  readonly send: SendRequest;
  readonly history: Operation[];
  /** Milliseconds since 1970 with sub-millisecond precision, used for the history and for holds. */
  nowMs(): number;
  /** Row ids of the bookings by reservation code. */
  readonly ids: Map<string, number>;
}

export const createWorkload = (send: SendRequest, now?: () => number): Workload => ({
  send,
  history: [],
  nowMs: now ?? (() => performance.timeOrigin + performance.now()),
  ids: new Map(),
});

const TOO_MANY_REQUESTS = 429;
/** A 5xx response may follow a commit, and a 429 is retried, so both count as unknown. */
const outcomeOf = ({ status }: ApiResponse): OperationOutcome => {
  if (status >= 200 && status < 300) return 'ok';
  return status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS ? 'fail' : 'unknown';
};

/** Fields of the response bodies that the operations read. */
interface ResponseBody {
  readonly id?: number;
  readonly reservationCode?: string;
  readonly code?: string;
  readonly heldUntil?: string;
}

const perform = async (workload: Workload, user: SignedInUser | null, call: Omit<ApiRequest, 'token'>) => {
  const token = await user?.token();
  const start = workload.nowMs();
  const response = await workload.send({ ...call, token });
  const end = workload.nowMs();
  const outcome = outcomeOf(response);
  const responseBody: ResponseBody =
    typeof response.body === 'object' && response.body !== null ? response.body : {};
  const hasErrorCode = outcome === 'fail' || response.status === TOO_MANY_REQUESTS;
  return {
    start,
    end,
    outcome,
    responseBody,
    response,
    code: hasErrorCode ? (responseBody.code ?? null) : null,
  };
};

const record = <O extends Operation>(workload: Workload, operation: O): O => {
  workload.history.push(operation);
  return operation;
};

const DEFAULT_DETAILS = { shootType: 'FOOD', desiredShootDate: '아무 때나', location: '스튜디오', notes: '' };

interface BookInput extends DateSlot {
  readonly key?: string;
  readonly notes?: string;
}

/** Prefix of the placeholder key of a booking that was sent without an idempotency key. */
export const NO_KEY_PREFIX = 'none ';

/**
 * Books a slot for a member; a repeated key sends the same booking again. Without a key, the recorded operation gets a
 * placeholder that is not sent.
 */
export const book = async (
  workload: Workload,
  member: SignedInUser,
  { date, slot, key, notes = '' }: BookInput,
): Promise<BookOperation> => {
  const body = { ...DEFAULT_DETAILS, notes, date, time: slot };
  const { responseBody, outcome, code, ...span } = await perform(workload, member, {
    method: 'POST',
    path: '/api/reservation',
    body,
    idempotencyKey: key,
  });
  if (responseBody.id !== undefined && responseBody.reservationCode !== undefined)
    workload.ids.set(responseBody.reservationCode, responseBody.id);
  return record(workload, {
    op: 'book',
    args: { memberId: member.id, key: key ?? `${NO_KEY_PREFIX}${randomUUID()}`, date, slot, notes },
    start: span.start,
    end: span.end,
    outcome,
    code: outcome === 'ok' ? (responseBody.reservationCode ?? null) : code,
  });
};

/** An admin enters a booking for a caller without an account. */
export const bookGuest = async (
  workload: Workload,
  admin: SignedInUser,
  { date, slot, key }: DateSlot & { readonly key: string },
): Promise<BookOperation> => {
  const { responseBody, outcome, code, start, end } = await perform(workload, admin, {
    method: 'POST',
    path: '/api/admin/reservation',
    body: { guestName: '전화 손님', shootType: 'WEDDING', date, time: slot },
    idempotencyKey: key,
  });
  if (responseBody.id !== undefined && responseBody.reservationCode !== undefined)
    workload.ids.set(responseBody.reservationCode, responseBody.id);
  return record(workload, {
    op: 'book',
    args: { memberId: null, key, date, slot },
    start,
    end,
    outcome,
    code: outcome === 'ok' ? (responseBody.reservationCode ?? null) : code,
  });
};

/** Path of a booking's endpoint for the member or the admin. */
const pathOf = (workload: Workload, code: string, actor: 'MEMBER' | 'ADMIN', action: string): string =>
  `/api/${actor === 'ADMIN' ? 'admin/' : ''}reservation/${workload.ids.get(code) ?? 0}/${action}`;

export const cancel = async (
  workload: Workload,
  member: SignedInUser,
  code: string,
): Promise<ChangeOperation> => {
  const path = pathOf(workload, code, 'MEMBER', 'cancel');
  const done = await perform(workload, member, { method: 'POST', path, body: { reason: '' } });
  const { start, end, outcome } = done;
  const args = { code, actor: 'MEMBER', state: 'CANCELLED' } as const;
  return record(workload, { op: 'change', args, start, end, outcome, code: done.code });
};

export const changeState = async (
  workload: Workload,
  admin: SignedInUser,
  code: string,
  state: ReservationState,
): Promise<ChangeOperation> => {
  const path = pathOf(workload, code, 'ADMIN', 'state');
  const done = await perform(workload, admin, { method: 'POST', path, body: { state, reason: '' } });
  const { start, end, outcome } = done;
  return record(workload, {
    op: 'change',
    args: { code, actor: 'ADMIN', state },
    start,
    end,
    outcome,
    code: done.code,
  });
};

export const move = async (
  workload: Workload,
  user: SignedInUser,
  code: string,
  { date, slot }: DateSlot,
  actor: 'MEMBER' | 'ADMIN' = 'MEMBER',
): Promise<MoveOperation> => {
  const path = pathOf(workload, code, actor, 'move');
  const done = await perform(workload, user, { method: 'POST', path, body: { date, time: slot } });
  const { start, end, outcome } = done;
  return record(workload, {
    op: 'move',
    args: { code, actor, date, slot },
    start,
    end,
    outcome,
    code: done.code,
  });
};

const changeBlock =
  (op: 'block' | 'unblock') =>
  async (workload: Workload, admin: SignedInUser, { date, slot }: DateSlot): Promise<BlockOperation> => {
    const { start, end, outcome, code } = await perform(workload, admin, {
      method: op === 'block' ? 'POST' : 'DELETE',
      path: '/api/admin/reservation/block-time',
      body: { date, timeSlot: slot },
    });
    return record(workload, { op, args: { date, slot }, start, end, outcome, code });
  };
export const block = changeBlock('block');
export const unblock = changeBlock('unblock');

export const hold = async (
  workload: Workload,
  member: SignedInUser,
  { date, slot }: DateSlot,
): Promise<HoldOperation> => {
  const { start, end, outcome, code, responseBody } = await perform(workload, member, {
    method: 'POST',
    path: '/api/reservation/hold',
    body: { date, time: slot },
  });
  const heldUntil = responseBody.heldUntil === undefined ? null : Date.parse(responseBody.heldUntil);
  return record(workload, {
    op: 'hold',
    args: { memberId: member.id, date, slot },
    start,
    end,
    outcome,
    code,
    heldUntil,
  });
};

export const release = async (
  workload: Workload,
  member: SignedInUser,
  { date, slot }: DateSlot,
): Promise<HoldOperation> => {
  const { start, end, outcome, code } = await perform(workload, member, {
    method: 'DELETE',
    path: `/api/reservation/hold?date=${date}&time=${slot}`,
  });
  const args = { memberId: member.id, date, slot };
  return record(workload, { op: 'release', args, start, end, outcome, code, heldUntil: null });
};

/** Reads the taken slots of a date as a guest. */
export const readBookedTimes = async (workload: Workload, date: string): Promise<ReadOperation> => {
  const { start, end, outcome, code, response } = await perform(workload, null, {
    method: 'GET',
    path: `/api/reservation/booked-times?date=${date}`,
  });
  const takenSlots = Array.isArray(response.body) ? (response.body as string[]) : [];
  return record(workload, { op: 'read', args: { date }, start, end, outcome, code, takenSlots });
};

interface AvailabilityDay {
  readonly date: string;
  readonly slots: readonly { readonly time: string; readonly state: string }[];
}

/** Reads the taken slots of a date from the calendar's month view. */
export const readMonthAvailability = async (workload: Workload, date: string): Promise<ReadOperation> => {
  const { start, end, outcome, code, response } = await perform(workload, null, {
    method: 'GET',
    path: `/api/reservation/availability?month=${date.slice(0, 7)}`,
  });
  const days = Array.isArray(response.body) ? (response.body as AvailabilityDay[]) : [];
  const states = new Map(
    days.find((day) => day.date === date)?.slots.map(({ time, state }) => [time, state]),
  );
  const takenSlots = defaultSlots.filter((slot) => states.get(slot) !== 'FREE');
  return record(workload, { op: 'read', args: { date }, start, end, outcome, code, takenSlots });
};
