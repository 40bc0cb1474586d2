import type { BookOperation, FinalState, Operation, ReadOperation } from './history.ts';

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

const repeated = <T>(items: readonly T[], keyOf: (item: T) => string): string[] =>
  [...groupBy(items, keyOf)].filter(([, group]) => group.length > 1).map(([key]) => key);

const slotOf = ({ date, slot }: { readonly date: string; readonly slot: string }): string =>
  `${date} ${slot}`;

/** Every acknowledged booking is there, as it was asked for. */
const findLost = (acknowledged: readonly BookOperation[], { bookings }: FinalState): string[] => {
  const byCode = groupBy(bookings, ({ code }) => code);
  return acknowledged.flatMap(({ args, code }) => {
    const rows = byCode.get(code ?? '') ?? [];
    if (rows.length === 0) return [`lost: ${code} of ${slotOf(args)} was acknowledged and is not there`];
    const isAsAsked = rows.every((row) => row.memberId === args.memberId && slotOf(row) === slotOf(args));
    return isAsAsked ? [] : [`changed: ${code} is not the booking of ${slotOf(args)} that was acknowledged`];
  });
};

const findDoubles = ({ claims, bookings }: FinalState): string[] => [
  ...repeated(claims, slotOf).map((slot) => `double: ${slot} has more than one claim`),
  ...repeated(bookings, slotOf).map((slot) => `double: ${slot} has more than one booking`),
  ...repeated(bookings, ({ code }) => code).map((code) => `double: ${code} stands for more than one booking`),
];

/** Unknown outcomes are all asked for again before this, so a row that nobody was told of has no cause. */
const findCauseless = (acknowledged: readonly BookOperation[], { bookings }: FinalState): string[] => {
  const told = new Set(acknowledged.map(({ code }) => code));
  return bookings
    .filter(({ code }) => !told.has(code))
    .map((row) => `causeless: ${row.code} of ${slotOf(row)} is there and nobody was told`);
};

const findHalves = ({ claims, bookings }: FinalState): string[] => {
  const whole = new Set(bookings.map((row) => `${row.id} ${slotOf(row)}`));
  const claimed = new Set(claims.map((claim) => `${claim.reservationId} ${slotOf(claim)}`));
  return [
    ...claims
      .filter((claim) => claim.kind === 'BOOKED' && !whole.has(`${claim.reservationId} ${slotOf(claim)}`))
      .map((claim) => `half: the claim of ${slotOf(claim)} has no booking`),
    ...claims
      .filter((claim) => claim.kind === 'BLOCKED' && claim.reservationId !== null)
      .map((claim) => `half: the block of ${slotOf(claim)} has a booking`),
    ...bookings
      .filter((row) => !claimed.has(`${row.id} ${slotOf(row)}`))
      .map((row) => `half: the booking ${row.code} of ${slotOf(row)} has no claim`),
  ];
};

/** One key, one answer: none left unknown, no two codes, no refusal after an acknowledgement. */
const findUnsettled = (attempts: readonly BookOperation[]): string[] =>
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

/** Nothing is freed in a storm, so a slot that was refused as taken has an owner at the end. */
const findFalseRefusals = (attempts: readonly BookOperation[], { claims }: FinalState): string[] => {
  const owned = new Set(claims.map(slotOf));
  return attempts
    .filter(
      ({ outcome, code, args }) => outcome === 'fail' && code === 'SLOT_TAKEN' && !owned.has(slotOf(args)),
    )
    .map(({ args }) => `false refusal: ${slotOf(args)} was refused as taken and is free`);
};

const findBlindReads = (readings: readonly ReadOperation[]): string[] =>
  readings
    .filter(({ outcome, args, seen }) => outcome === 'ok' && !seen.includes(args.slot))
    .map(({ args }) => `blind read: ${slotOf(args)} was booked and then shown as free`);

/** What is wrong with a storm: empty when every promise was kept. */
export const checkHistory = (history: readonly Operation[], state: FinalState): string[] => {
  const attempts = history.filter((operation) => operation.op === 'book');
  const readings = history.filter((operation) => operation.op === 'read');
  const acknowledged = attempts.filter(({ outcome }) => outcome === 'ok');
  return [
    ...findLost(acknowledged, state),
    ...findDoubles(state),
    ...findCauseless(acknowledged, state),
    ...findHalves(state),
    ...findUnsettled(attempts),
    ...findFalseRefusals(attempts, state),
    ...findBlindReads(readings),
  ];
};
