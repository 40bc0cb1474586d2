import type { ReservationState } from '#contract/reservations.ts';
import { collectCreations } from './creations.ts';
import type { Creation } from './creations.ts';
import { hasOrder } from './find-order.ts';
import type { Step } from './find-order.ts';
import { groupBy, placeOf } from './history.ts';
import type {
  ChangeOperation,
  FinalBooking,
  FinalEvent,
  FinalState,
  MoveOperation,
  Operation,
} from './history.ts';

type Alteration = MoveOperation | ChangeOperation;

const STATE_AFTER: Readonly<Record<Exclude<FinalEvent['action'], 'MOVED'>, ReservationState>> = {
  CANCELLED: 'CANCELLED',
  COMPLETED: 'COMPLETED',
  NO_SHOW: 'NO_SHOW',
  REOPENED: 'BOOKED',
};

// The states of a booking: 'none', then its place and its state.
const NONE = 'none';
const isBooked = (state: string): boolean => state.endsWith(' BOOKED');
const withState = (state: string, next: ReservationState): string => state.replace(/\S+$/, next);

const stepOf = ({ op, args, start, end, outcome, code }: Alteration): Step[] => {
  const span = { start, end };
  if (outcome === 'fail') {
    if (code !== 'NOT_BOOKED') return [];
    const isAllowed = (state: string): boolean => !isBooked(state) || args.actor === 'ADMIN';
    const apply = (state: string) => (isAllowed(state) ? state : null);
    return [{ ...span, isOptional: false, isLook: true, apply }];
  }
  const apply = (state: string): string | null => {
    if (state === NONE) return null;
    if (op === 'move') return isBooked(state) ? `${placeOf(args)} BOOKED` : null;
    // What is so already is answered as done.
    const isAllowed = isBooked(state) || args.actor === 'ADMIN' || state.endsWith(` ${args.state}`);
    return isAllowed ? withState(state, args.state) : null;
  };
  return [{ ...span, isOptional: outcome === 'unknown', isLook: false, apply }];
};

const stepOfCreation = ({ args, start, end }: Creation): Step => ({
  start,
  end,
  isOptional: false,
  isLook: false,
  apply: (state) => (state === NONE ? `${placeOf(args)} BOOKED` : null),
});

/** Its events tell the same life as its row, and each was somebody's doing. */
const findUntrueEvents = (
  row: FinalBooking,
  events: readonly FinalEvent[],
  sent: readonly Alteration[],
): string[] => {
  const faults: string[] = [];
  const told = events.flatMap(({ action }) => (action === 'MOVED' ? [] : [STATE_AFTER[action]])).at(-1);
  if ((told ?? 'BOOKED') !== row.state) {
    faults.push(`history: ${row.code} is ${row.state} and its events end ${told ?? 'BOOKED'}`);
  }
  const asked = new Set(
    sent
      .filter(({ outcome }) => outcome !== 'fail')
      .map(({ op, args }) => (op === 'move' ? placeOf(args) : args.state)),
  );
  events.forEach(({ action, date, slot }, index) => {
    const target = placeOf(events[index + 1] ?? row);
    const before = placeOf({ date, slot });
    if (action !== 'MOVED') {
      if (target !== before) faults.push(`history: ${row.code} left ${before} without an event`);
      if (!asked.has(STATE_AFTER[action])) faults.push(`causeless: ${row.code} was ${action} by nobody`);
    } else if (!asked.has(target)) faults.push(`causeless: ${row.code} was moved to ${target} by nobody`);
  });
  return faults;
};

/** Of two who cancel a booking one does it, and the other finds it done. */
const findRepeated = (row: FinalBooking, events: readonly FinalEvent[]): string[] => {
  const changes = events.filter(({ action }) => action !== 'MOVED');
  return changes
    .filter(({ action }, index) => action === changes[index - 1]?.action)
    .map(({ action }) => `double: ${row.code} was ${action} twice`);
};

/** The life of every booking: what was done to it, one after another, led to what it is. */
export const findBookingsWithoutOrder = (history: readonly Operation[], state: FinalState): string[] => {
  const creations = new Map(collectCreations(history).map((creation) => [creation.code, creation]));
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
    const end = `${placeOf(row)} ${row.state}`;
    const isWhole = hasOrder(
      [stepOfCreation(creation), ...sent.flatMap(stepOf)],
      NONE,
      (last) => last === end,
    );
    return [
      ...(isWhole ? [] : [`no order: what was done to ${row.code} does not lead to ${end}`]),
      ...findUntrueEvents(row, events, sent),
      ...findRepeated(row, events),
    ];
  });
};
