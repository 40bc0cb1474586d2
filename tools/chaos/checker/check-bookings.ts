import type { ReservationState } from '#features/reservations/contract/reservations.ts';
import { collectAcknowledgedBookings, type AcknowledgedBooking } from './acknowledged-bookings.ts';
import {
  groupBy,
  slotKey,
  type ChangeOperation,
  type FinalBooking,
  type FinalEvent,
  type FinalState,
  type MoveOperation,
  type Operation,
} from './history.ts';
import { isLinearizable, type Step } from './linearizability.ts';

type BookingChange = MoveOperation | ChangeOperation;

const STATE_AFTER: Readonly<Record<Exclude<FinalEvent['action'], 'MOVED'>, ReservationState>> = {
  CANCELLED: 'CANCELLED',
  COMPLETED: 'COMPLETED',
  NO_SHOW: 'NO_SHOW',
  REOPENED: 'BOOKED',
  // No operation corrects a booking.
  CORRECTED: 'BOOKED',
};

// States of a booking: 'none', or '<slot key> <reservation state>'.
const NONE = 'none';
const isBooked = (state: string): boolean => state.endsWith(' BOOKED');
const withState = (state: string, next: ReservationState): string => state.replace(/\S+$/, next);

const stepsOf = ({ op, args, start, end, outcome, code }: BookingChange): Step[] => {
  const span = { start, end };
  if (outcome === 'fail') {
    if (code !== 'NOT_BOOKED') return [];
    const isAllowed = (state: string): boolean => !isBooked(state) || args.actor === 'ADMIN';
    const apply = (state: string) => (isAllowed(state) ? state : null);
    return [{ ...span, isOptional: false, isRead: true, apply }];
  }
  const apply = (state: string): string | null => {
    if (state === NONE) return null;
    if (op === 'move') return isBooked(state) ? `${slotKey(args)} BOOKED` : null;
    // A change that already took effect is acknowledged again.
    const isAllowed = isBooked(state) || args.actor === 'ADMIN' || state.endsWith(` ${args.state}`);
    return isAllowed ? withState(state, args.state) : null;
  };
  return [{ ...span, isOptional: outcome === 'unknown', isRead: false, apply }];
};

const stepOfCreation = ({ args, start, end }: AcknowledgedBooking): Step => ({
  start,
  end,
  isOptional: false,
  isRead: false,
  apply: (state) => (state === NONE ? `${slotKey(args)} BOOKED` : null),
});

/** Checks that the events lead to the row's state and slot, and that each was caused by a request. */
const findEventMismatches = (
  row: FinalBooking,
  events: readonly FinalEvent[],
  sent: readonly BookingChange[],
): string[] => {
  const violations: string[] = [];
  const lastState = events.flatMap(({ action }) => (action === 'MOVED' ? [] : [STATE_AFTER[action]])).at(-1);
  if ((lastState ?? 'BOOKED') !== row.state) {
    violations.push(`events: ${row.code} is ${row.state} and its events end with ${lastState ?? 'BOOKED'}`);
  }
  const requested = new Set(
    sent
      .filter(({ outcome }) => outcome !== 'fail')
      .map(({ op, args }) => (op === 'move' ? slotKey(args) : args.state)),
  );
  events.forEach(({ action, date, slot }, index) => {
    const target = slotKey(events[index + 1] ?? row);
    const before = slotKey({ date, slot });
    if (action !== 'MOVED') {
      if (target !== before) violations.push(`events: ${row.code} left ${before} without an event`);
      if (!requested.has(STATE_AFTER[action]))
        violations.push(`unexplained: ${row.code} was ${action} without a request`);
    } else if (!requested.has(target))
      violations.push(`unexplained: ${row.code} was moved to ${target} without a request`);
  });
  return violations;
};

/** Two concurrent cancellations must produce one event: the second one changes nothing. */
const findRepeatedChanges = (row: FinalBooking, events: readonly FinalEvent[]): string[] => {
  const changes = events.filter(({ action }) => action !== 'MOVED');
  return changes
    .filter(({ action }, index) => action === changes[index - 1]?.action)
    .map(({ action }) => `duplicate: ${row.code} was ${action} twice`);
};

/** Checks that the operations on each booking have an order that leads to its final row. */
export const findNonLinearizableBookings = (history: readonly Operation[], state: FinalState): string[] => {
  const creations = new Map(
    collectAcknowledgedBookings(history).map((creation) => [creation.code, creation]),
  );
  const alterations = groupBy(
    history.filter((operation) => operation.op === 'move' || operation.op === 'change'),
    ({ args }) => args.code,
  );
  const eventsOf = groupBy(state.events, ({ reservationId }) => String(reservationId));

  return state.bookings.flatMap((row) => {
    const creation = creations.get(row.code);
    if (creation === undefined) return [];
    const sent = alterations.get(row.code) ?? [];
    const events = eventsOf.get(String(row.id)) ?? [];
    const end = `${slotKey(row)} ${row.state}`;
    const isConsistent = isLinearizable(
      [stepOfCreation(creation), ...sent.flatMap(stepsOf)],
      NONE,
      (last) => last === end,
    );
    return [
      ...(isConsistent ? [] : [`not linearizable: the operations on ${row.code} do not lead to ${end}`]),
      ...findEventMismatches(row, events, sent),
      ...findRepeatedChanges(row, events),
    ];
  });
};
