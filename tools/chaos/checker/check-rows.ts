import {
  groupBy,
  slotKey,
  type BookOperation,
  type FinalBooking,
  type FinalState,
  type Operation,
} from './history.ts';

const findRepeatedKeys = <T>(items: readonly T[], keyOf: (item: T) => string): string[] =>
  [...groupBy(items, keyOf)].filter(([, group]) => group.length > 1).map(([key]) => key);

/** A booking in any other state owns its slot. */
const isActive = ({ state }: FinalBooking): boolean => state !== 'CANCELLED';

/** Every acknowledged booking must exist, in the slot that was requested or that it was moved to. */
const findLostBookings = (history: readonly Operation[], { bookings }: FinalState): string[] => {
  const byCode = groupBy(bookings, ({ code }) => code);
  const moved = new Set(
    history.flatMap(({ op, args, outcome }) =>
      op === 'move' && outcome !== 'fail' ? [`${args.code} ${slotKey(args)}`] : [],
    ),
  );
  return history.flatMap((operation) => {
    if (operation.op !== 'book' || operation.outcome !== 'ok') return [];
    const { args, code } = operation;
    const rows = byCode.get(code ?? '') ?? [];
    if (rows.length === 0) return [`lost: ${code} of ${slotKey(args)} was acknowledged and does not exist`];
    const isAsRequested = rows.every(
      (row) =>
        row.memberId === args.memberId &&
        (slotKey(row) === slotKey(args) || moved.has(`${row.code} ${slotKey(row)}`)),
    );
    return isAsRequested
      ? []
      : [`changed: ${code} is not the booking of ${slotKey(args)} that was acknowledged`];
  });
};

const findDuplicates = ({ claims, bookings }: FinalState): string[] => [
  ...findRepeatedKeys(claims, slotKey).map((slot) => `duplicate: ${slot} has more than one claim`),
  ...findRepeatedKeys(bookings.filter(isActive), slotKey).map(
    (slot) => `duplicate: ${slot} has more than one booking`,
  ),
  ...findRepeatedKeys(bookings, ({ code }) => code).map(
    (code) => `duplicate: ${code} belongs to more than one booking`,
  ),
  ...findRepeatedKeys(
    claims.filter(({ kind }) => kind === 'BOOKED'),
    ({ reservationId }) => String(reservationId),
  ).map((id) => `duplicate: the booking ${id} owns more than one slot`),
  ...findRepeatedKeys(
    claims.filter(({ kind }) => kind === 'HELD'),
    ({ heldBy }) => String(heldBy),
  ).map((member) => `duplicate: ${member} holds more than one slot`),
];

/** Rows that no acknowledged request explains. Requires that all unknown outcomes were resolved before. */
const findUnexplainedRows = (history: readonly Operation[], { claims, bookings }: FinalState): string[] => {
  const acknowledged = new Set(
    history.flatMap(({ op, outcome, code }) => (op === 'book' && outcome === 'ok' ? [code] : [])),
  );
  const requested = new Set(
    history.flatMap(({ op, args, outcome }) => {
      if (outcome === 'fail') return [];
      if (op === 'hold') return [`HELD ${slotKey(args)} ${args.memberId}`];
      return op === 'block' ? [`BLOCKED ${slotKey(args)}`] : [];
    }),
  );
  return [
    ...bookings
      .filter(({ code }) => !acknowledged.has(code))
      .map((row) => `unexplained: ${row.code} of ${slotKey(row)} exists without an acknowledged request`),
    ...claims
      .filter((claim) => claim.kind === 'HELD' && !requested.has(`HELD ${slotKey(claim)} ${claim.heldBy}`))
      .map((claim) => `unexplained: ${slotKey(claim)} is held without a request`),
    ...claims
      .filter((claim) => claim.kind === 'BLOCKED' && !requested.has(`BLOCKED ${slotKey(claim)}`))
      .map((claim) => `unexplained: ${slotKey(claim)} is blocked without a request`),
  ];
};

/** Claims and bookings that are not cancelled must match one to one; blocks and holds must have no booking. */
const findInconsistentRows = ({ claims, bookings }: FinalState): string[] => {
  const live = new Set(bookings.filter(isActive).map((row) => `${row.id} ${slotKey(row)}`));
  const claimed = new Set(claims.map((claim) => `${claim.reservationId} ${slotKey(claim)}`));
  const cancelled = new Set(bookings.filter((row) => !isActive(row)).map(({ id }) => id));
  return [
    ...claims
      .filter((claim) => claim.kind === 'BOOKED' && !live.has(`${claim.reservationId} ${slotKey(claim)}`))
      .map((claim) =>
        cancelled.has(claim.reservationId ?? 0)
          ? `inconsistent: the claim of ${slotKey(claim)} belongs to a cancelled booking`
          : `inconsistent: the claim of ${slotKey(claim)} has no booking`,
      ),
    ...claims
      .filter((claim) => claim.kind === 'BLOCKED' && claim.reservationId !== null)
      .map((claim) => `inconsistent: the block of ${slotKey(claim)} has a booking`),
    ...claims
      .filter((claim) => claim.kind === 'HELD' && (claim.reservationId !== null || claim.heldBy === null))
      .map((claim) => `inconsistent: the hold of ${slotKey(claim)} has a booking or no holder`),
    ...bookings
      .filter((row) => isActive(row) && !claimed.has(`${row.id} ${slotKey(row)}`))
      .map((row) => `inconsistent: the booking ${row.code} of ${slotKey(row)} has no claim`),
  ];
};

/**
 * All requests with one idempotency key must agree: resolved at last, with one code, and never rejected after an
 * acknowledgement.
 */
const findContradictoryResponses = (attempts: readonly BookOperation[]): string[] =>
  [...groupBy(attempts, ({ args }) => `${args.memberId} ${args.key}`)].flatMap(([key, sent]) => {
    const acknowledged = sent.filter(({ outcome }) => outcome === 'ok');
    const codes = new Set(acknowledged.map(({ code }) => code));
    const firstAcknowledgedAt = Math.min(...acknowledged.map(({ end }) => end));
    return [
      ...(sent.every(({ outcome }) => outcome === 'unknown')
        ? [`unresolved: ${key} never got a known outcome`]
        : []),
      ...(codes.size > 1 ? [`contradiction: ${key} returned ${[...codes].join(' and ')}`] : []),
      ...sent
        .filter(({ outcome, start }) => outcome === 'fail' && start > firstAcknowledgedAt)
        .map(({ code }) => `contradiction: ${key} was acknowledged and then rejected with ${code}`),
    ];
  });

const MAX_UPCOMING = 10;
const MAX_PER_DATE = 2;

/** The limits per member must hold however many requests run concurrently. An admin may exceed them by a move. */
const findLimitViolations = (history: readonly Operation[], { bookings }: FinalState): string[] => {
  const byAdmin = new Set(
    history.flatMap(({ op, args }) =>
      (op === 'move' || op === 'change') && args.actor === 'ADMIN' ? [args.code] : [],
    ),
  );
  const own = bookings.filter((row) => isActive(row) && row.memberId !== null && !byAdmin.has(row.code));
  return [
    ...[...groupBy(own, ({ memberId }) => String(memberId))]
      .filter(([, rows]) => rows.length > MAX_UPCOMING)
      .map(([member, rows]) => `limit exceeded: ${member} has ${rows.length} bookings`),
    ...[...groupBy(own, ({ memberId, date }) => `${memberId} ${date}`)]
      .filter(([, rows]) => rows.length > MAX_PER_DATE)
      .map(([memberDate, rows]) => `limit exceeded: ${memberDate} has ${rows.length} bookings`),
  ];
};

/** Checks each row and response by itself. */
export const checkRows = (history: readonly Operation[], state: FinalState): string[] => [
  ...findLostBookings(history, state),
  ...findDuplicates(state),
  ...findUnexplainedRows(history, state),
  ...findInconsistentRows(state),
  ...findContradictoryResponses(history.filter((operation) => operation.op === 'book')),
  ...findLimitViolations(history, state),
];
