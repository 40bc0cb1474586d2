import { groupBy, placeOf } from './history.ts';
import type { BookOperation, FinalBooking, FinalState, Operation } from './history.ts';

const repeated = <T>(items: readonly T[], keyOf: (item: T) => string): string[] =>
  [...groupBy(items, keyOf)].filter(([, group]) => group.length > 1).map(([key]) => key);

/** Every booking owns its slot but a cancelled one. */
const isLive = ({ state }: FinalBooking): boolean => state !== 'CANCELLED';

/** Every acknowledged booking is there, as it was asked for or moved to. */
export const findLost = (history: readonly Operation[], { bookings }: FinalState): string[] => {
  const byCode = groupBy(bookings, ({ code }) => code);
  const moved = new Set(
    history.flatMap(({ op, args, outcome }) =>
      op === 'move' && outcome !== 'fail' ? [`${args.code} ${placeOf(args)}`] : [],
    ),
  );
  return history.flatMap((operation) => {
    if (operation.op !== 'book' || operation.outcome !== 'ok') return [];
    const { args, code } = operation;
    const rows = byCode.get(code ?? '') ?? [];
    if (rows.length === 0) return [`lost: ${code} of ${placeOf(args)} was acknowledged and is not there`];
    const isAsAsked = rows.every(
      (row) =>
        row.memberId === args.memberId &&
        (placeOf(row) === placeOf(args) || moved.has(`${row.code} ${placeOf(row)}`)),
    );
    return isAsAsked ? [] : [`changed: ${code} is not the booking of ${placeOf(args)} that was acknowledged`];
  });
};

export const findDoubles = ({ claims, bookings }: FinalState): string[] => [
  ...repeated(claims, placeOf).map((slot) => `double: ${slot} has more than one claim`),
  ...repeated(bookings.filter(isLive), placeOf).map((slot) => `double: ${slot} has more than one booking`),
  ...repeated(bookings, ({ code }) => code).map((code) => `double: ${code} stands for more than one booking`),
  ...repeated(
    claims.filter(({ kind }) => kind === 'BOOKED'),
    ({ reservationId }) => String(reservationId),
  ).map((id) => `double: the booking ${id} owns more than one slot`),
  ...repeated(
    claims.filter(({ kind }) => kind === 'HELD'),
    ({ heldBy }) => String(heldBy),
  ).map((member) => `double: ${member} holds more than one slot`),
];

/** Unknown outcomes are all asked for again before this, so a row that nobody was told of has no cause. */
export const findCauseless = (history: readonly Operation[], { claims, bookings }: FinalState): string[] => {
  const told = new Set(
    history.flatMap(({ op, outcome, code }) => (op === 'book' && outcome === 'ok' ? [code] : [])),
  );
  const wanted = new Set(
    history.flatMap(({ op, args, outcome }) => {
      if (outcome === 'fail') return [];
      if (op === 'hold') return [`HELD ${placeOf(args)} ${args.memberId}`];
      return op === 'block' ? [`BLOCKED ${placeOf(args)}`] : [];
    }),
  );
  return [
    ...bookings
      .filter(({ code }) => !told.has(code))
      .map((row) => `causeless: ${row.code} of ${placeOf(row)} is there and nobody was told`),
    ...claims
      .filter((claim) => claim.kind === 'HELD' && !wanted.has(`HELD ${placeOf(claim)} ${claim.heldBy}`))
      .map((claim) => `causeless: ${placeOf(claim)} is held and its holder never asked`),
    ...claims
      .filter((claim) => claim.kind === 'BLOCKED' && !wanted.has(`BLOCKED ${placeOf(claim)}`))
      .map((claim) => `causeless: ${placeOf(claim)} is blocked and no admin asked`),
  ];
};

/** Claims and the bookings that are not cancelled are one to one; blocks and holds have none. */
export const findHalves = ({ claims, bookings }: FinalState): string[] => {
  const live = new Set(bookings.filter(isLive).map((row) => `${row.id} ${placeOf(row)}`));
  const claimed = new Set(claims.map((claim) => `${claim.reservationId} ${placeOf(claim)}`));
  const cancelled = new Set(bookings.filter((row) => !isLive(row)).map(({ id }) => id));
  return [
    ...claims
      .filter((claim) => claim.kind === 'BOOKED' && !live.has(`${claim.reservationId} ${placeOf(claim)}`))
      .map((claim) =>
        cancelled.has(claim.reservationId ?? 0)
          ? `half: the claim of ${placeOf(claim)} is of a cancelled booking`
          : `half: the claim of ${placeOf(claim)} has no booking`,
      ),
    ...claims
      .filter((claim) => claim.kind === 'BLOCKED' && claim.reservationId !== null)
      .map((claim) => `half: the block of ${placeOf(claim)} has a booking`),
    ...claims
      .filter((claim) => claim.kind === 'HELD' && (claim.reservationId !== null || claim.heldBy === null))
      .map((claim) => `half: the hold of ${placeOf(claim)} has a booking or no holder`),
    ...bookings
      .filter((row) => isLive(row) && !claimed.has(`${row.id} ${placeOf(row)}`))
      .map((row) => `half: the booking ${row.code} of ${placeOf(row)} has no claim`),
  ];
};

/** One key, one answer: none left unknown, no two codes, no refusal after an acknowledgement. */
export const findUnsettled = (attempts: readonly BookOperation[]): string[] =>
  [...groupBy(attempts, ({ args }) => `${args.memberId} ${args.key}`)].flatMap(([key, sent]) => {
    const acknowledged = sent.filter(({ outcome }) => outcome === 'ok');
    const codes = new Set(acknowledged.map(({ code }) => code));
    const firstAnswer = Math.min(...acknowledged.map(({ end }) => end));
    return [
      ...(sent.every(({ outcome }) => outcome === 'unknown') ? [`unsettled: ${key} was never answered`] : []),
      ...(codes.size > 1 ? [`two answers: ${key} gave ${[...codes].join(' and ')}`] : []),
      ...sent
        .filter(({ outcome, start }) => outcome === 'fail' && start > firstAnswer)
        .map(({ code }) => `two answers: ${key} was acknowledged and then refused with ${code}`),
    ];
  });

const MOST_FUTURE = 10;
const MOST_A_DATE = 2;

/** However many requests of a member run at once, the limits hold. An admin may move a booking past them. */
export const findOverLimit = (history: readonly Operation[], { bookings }: FinalState): string[] => {
  const byAdmin = new Set(
    history.flatMap(({ op, args }) =>
      (op === 'move' || op === 'change') && args.actor === 'ADMIN' ? [args.code] : [],
    ),
  );
  const own = bookings.filter((row) => isLive(row) && row.memberId !== null && !byAdmin.has(row.code));
  return [
    ...[...groupBy(own, ({ memberId }) => String(memberId))]
      .filter(([, rows]) => rows.length > MOST_FUTURE)
      .map(([member, rows]) => `over the limit: ${member} has ${rows.length} bookings`),
    ...[...groupBy(own, ({ memberId, date }) => `${memberId} ${date}`)]
      .filter(([, rows]) => rows.length > MOST_A_DATE)
      .map(([memberDate, rows]) => `over the limit: ${memberDate} has ${rows.length} bookings`),
  ];
};
