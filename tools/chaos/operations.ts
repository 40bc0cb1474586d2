import { randomUUID } from 'node:crypto';
import type { ReservationState } from '#features/reservations/contract/reservations.ts';
import { defaultSlots } from '#features/reservations/contract/slots.ts';
import type { SignedInUser } from '#test/factories/signed-in-users.ts';
import type * as history from '#tools/chaos/checker/history.ts';
import type { ApiRequest, ApiResponse, SendRequest } from './client.ts';

type DateSlot = history.DateSlot;

/** State that all clients of a run share. */
export interface Workload {
  readonly send: SendRequest;
  readonly history: history.Operation[];
  /** Milliseconds since 1970 with sub-millisecond precision, used for the history and for holds. */
  nowMs(): number;
  /** Row ids of the bookings by reservation code. */
  readonly ids: Map<string, number>;
}

export const createWorkload = (send: SendRequest): Workload => ({
  send,
  history: [],
  nowMs: () => performance.timeOrigin + performance.now(),
  ids: new Map(),
});

const TOO_MANY_REQUESTS = 429;
/** A 5xx response may follow a commit, and a 429 is retried, so both count as unknown. */
const outcomeOf = ({ status }: ApiResponse): history.OperationOutcome => {
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

/** Sends a request. `span` is what the history records of each operation. */
const perform = async (workload: Workload, user: SignedInUser | null, call: Omit<ApiRequest, 'token'>) => {
  const token = await user?.token();
  const start = workload.nowMs();
  const response = await workload.send({ ...call, token });
  const outcome = outcomeOf(response);
  const isObject = typeof response.body === 'object' && response.body !== null;
  const body: ResponseBody = isObject ? (response.body as ResponseBody) : {};
  const hasErrorCode = outcome === 'fail' || response.status === TOO_MANY_REQUESTS;
  const code = hasErrorCode ? (body.code ?? null) : null;
  return { span: { start, end: workload.nowMs(), outcome, code }, body, list: response.body };
};

const record = <O extends history.Operation>(workload: Workload, operation: O): O => {
  workload.history.push(operation);
  return operation;
};

const DEFAULT_DETAILS = { shootType: 'FOOD', desiredShootDate: '아무 때나', location: '스튜디오' };

/** Prefix of the placeholder key of a booking that was sent without an idempotency key. */
export const NO_KEY_PREFIX = 'none ';

const sendBooking = async (
  workload: Workload,
  user: SignedInUser,
  call: Pick<ApiRequest, 'path' | 'body' | 'idempotencyKey'>,
  args: history.BookOperation['args'],
): Promise<history.BookOperation> => {
  const { span, body } = await perform(workload, user, { method: 'POST', ...call });
  const { id, reservationCode = null } = body;
  if (id !== undefined && reservationCode !== null) workload.ids.set(reservationCode, id);
  return record(workload, {
    op: 'book',
    args,
    ...span,
    code: span.outcome === 'ok' ? reservationCode : span.code,
  });
};

/**
 * Books a slot for a member; a repeated key sends the same booking again. Without a key, the recorded operation gets a
 * placeholder that is not sent.
 */
export const book = (
  workload: Workload,
  member: SignedInUser,
  { date, slot, key, notes = '' }: DateSlot & { readonly key?: string; readonly notes?: string },
): Promise<history.BookOperation> => {
  const body = { ...DEFAULT_DETAILS, notes, date, time: slot };
  const args = { memberId: member.id, key: key ?? `${NO_KEY_PREFIX}${randomUUID()}`, date, slot, notes };
  return sendBooking(workload, member, { path: '/api/reservation', body, idempotencyKey: key }, args);
};

/** An admin enters a booking for a caller without an account. */
export const bookByPhone = (
  workload: Workload,
  admin: SignedInUser,
  { date, slot }: DateSlot,
): Promise<history.BookOperation> => {
  const key = randomUUID();
  const body = { guestName: '전화 손님', shootType: 'WEDDING', date, time: slot };
  const call = { path: '/api/admin/reservation', body, idempotencyKey: key };
  return sendBooking(workload, admin, call, { memberId: null, key, date, slot });
};

type Actor = 'MEMBER' | 'ADMIN';

/** Changes a booking by the endpoint for the member or the admin. */
const change = (
  workload: Workload,
  user: SignedInUser,
  { code, actor }: { readonly code: string; readonly actor: Actor },
  action: string,
  body: object,
) => {
  const scope = actor === 'ADMIN' ? 'admin/' : '';
  const path = `/api/${scope}reservation/${workload.ids.get(code) ?? 0}/${action}`;
  return perform(workload, user, { method: 'POST', path, body });
};

export const cancel = async (workload: Workload, member: SignedInUser, code: string) => {
  const args = { code, actor: 'MEMBER', state: 'CANCELLED' } as const;
  const { span } = await change(workload, member, args, 'cancel', { reason: '' });
  return record(workload, { op: 'change', args, ...span });
};

export const changeState = async (
  workload: Workload,
  admin: SignedInUser,
  code: string,
  state: ReservationState,
) => {
  const args = { code, actor: 'ADMIN', state } as const;
  const { span } = await change(workload, admin, args, 'state', { state, reason: '' });
  return record(workload, { op: 'change', args, ...span });
};

export const move = async (
  workload: Workload,
  user: SignedInUser,
  code: string,
  { date, slot }: DateSlot,
  actor: Actor = 'MEMBER',
) => {
  const args = { code, actor, date, slot };
  const { span } = await change(workload, user, args, 'move', { date, time: slot });
  return record(workload, { op: 'move', args, ...span });
};

const changeBlock =
  (op: 'block' | 'unblock') =>
  async (workload: Workload, admin: SignedInUser, { date, slot }: DateSlot) => {
    const method = op === 'block' ? 'POST' : 'DELETE';
    const path = '/api/admin/reservation/block-time';
    const { span } = await perform(workload, admin, { method, path, body: { date, timeSlot: slot } });
    return record(workload, { op, args: { date, slot }, ...span });
  };
export const block = changeBlock('block');
export const unblock = changeBlock('unblock');

export const hold = async (workload: Workload, member: SignedInUser, { date, slot }: DateSlot) => {
  const call = { method: 'POST', path: '/api/reservation/hold', body: { date, time: slot } } as const;
  const { span, body } = await perform(workload, member, call);
  const heldUntil = body.heldUntil === undefined ? null : Date.parse(body.heldUntil);
  return record(workload, { op: 'hold', args: { memberId: member.id, date, slot }, ...span, heldUntil });
};

export const release = async (workload: Workload, member: SignedInUser, { date, slot }: DateSlot) => {
  const path = `/api/reservation/hold?date=${date}&time=${slot}`;
  const { span } = await perform(workload, member, { method: 'DELETE', path });
  const args = { memberId: member.id, date, slot };
  return record(workload, { op: 'release', args, ...span, heldUntil: null });
};

/** Reads the taken slots of a date as a guest. */
export const readBookedTimes = async (workload: Workload, date: string) => {
  const path = `/api/reservation/booked-times?date=${date}`;
  const { span, list } = await perform(workload, null, { method: 'GET', path });
  const takenSlots = Array.isArray(list) ? (list as string[]) : [];
  return record(workload, { op: 'read', args: { date }, ...span, takenSlots });
};

interface AvailabilityDay {
  readonly date: string;
  readonly slots: readonly { readonly time: string; readonly state: string }[];
}

/** Reads the taken slots of a date from the calendar's month view. */
export const readMonthAvailability = async (workload: Workload, date: string) => {
  const path = `/api/reservation/availability?month=${date.slice(0, 7)}`;
  const { span, list } = await perform(workload, null, { method: 'GET', path });
  const days = Array.isArray(list) ? (list as AvailabilityDay[]) : [];
  const slots = days.find((day) => day.date === date)?.slots ?? [];
  const states = new Map(slots.map(({ time, state }) => [time, state]));
  const takenSlots = defaultSlots.filter((slot) => states.get(slot) !== 'FREE');
  return record(workload, { op: 'read', args: { date }, ...span, takenSlots });
};
