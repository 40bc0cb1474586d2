import { defaultSlots } from '#features/reservations/contract/slots.ts';
import { collectAcknowledgedBookings, type AcknowledgedBooking } from './acknowledged-bookings.ts';
import { groupBy, slotKey, type FinalClaim, type FinalState, type Operation } from './history.ts';
import { isLinearizable, type Step } from './linearizability.ts';

// States of a slot: 'free', 'blocked', 'booked <code>', 'held <member> <until>'.
const FREE = 'free';
const BLOCKED = 'blocked';
const booked = (code: string): string => `booked ${code}`;

const holderOf = (state: string): string | undefined => /^held (\S+)/.exec(state)?.[1];
const holdEnd = (state: string): number => Number(/^held \S+ (\S+)/.exec(state)?.[1] ?? Number.NaN);

type Span = Pick<Step, 'start' | 'end'>;

/** A member id, or null for the studio, which may take slots that members hold. */
type Claimant = string | null;
const STUDIO: Claimant = null;
const VISITOR: Claimant = '';

const ownsHold = (state: string, by: Claimant): boolean => {
  const holder = holderOf(state);
  return holder !== undefined && (by === STUDIO || by === holder);
};
/** True if the claimant may take the slot: free, held by the claimant, or held until before the end of the operation. */
const isOpenTo = (state: string, by: Claimant, { end }: Span): boolean =>
  state === FREE || ownsHold(state, by) || holdEnd(state) <= end;
const isTakenFor = (state: string, by: Claimant, { start }: Span): boolean =>
  state !== FREE && !ownsHold(state, by) && !(holdEnd(state) <= start);

const readStep = ({ start, end }: Span, isPossible: (state: string) => boolean): Step => ({
  start,
  end,
  isOptional: false,
  isRead: true,
  apply: (state) => (isPossible(state) ? state : null),
});

const stepOfCreation =
  (slotId: string) =>
  ({ args, code, start, end }: AcknowledgedBooking): Step => {
    const step = { start, end, isRead: false };
    if (slotKey(args) === slotId) {
      const apply = (state: string) => (isOpenTo(state, args.memberId, step) ? booked(code) : null);
      return { ...step, isOptional: false, apply };
    }
    // Booking another slot may release the member's hold on this one.
    const apply = (state: string) => (holderOf(state) === args.memberId ? FREE : state);
    return { ...step, isOptional: true, apply };
  };

/** Steps of one operation on this slot; none for most operations. */
const stepsOf = (
  slotId: string,
  operation: Operation,
  memberOf: ReadonlyMap<string, string | null>,
): Step[] => {
  const { start, end, outcome, code } = operation;
  const span = { start, end };
  const happened = (apply: Step['apply']): Step[] =>
    outcome === 'fail' ? [] : [{ ...span, isOptional: outcome === 'unknown', isRead: false, apply }];
  const rejectedWith = (refusal: string, isPossible: (state: string) => boolean): Step[] =>
    outcome === 'fail' && code === refusal ? [readStep(span, isPossible)] : [];
  const isHere = operation.op !== 'read' && operation.op !== 'change' && slotKey(operation.args) === slotId;

  switch (operation.op) {
    case 'book':
      return isHere
        ? rejectedWith('SLOT_TAKEN', (state) => isTakenFor(state, operation.args.memberId, span))
        : [];
    case 'move': {
      const own = booked(operation.args.code);
      const memberId =
        operation.args.actor === 'ADMIN' ? STUDIO : (memberOf.get(operation.args.code) ?? VISITOR);
      if (!isHere) return happened((state) => (state === own ? FREE : state));
      return [
        ...happened((state) => (state === own || isOpenTo(state, memberId, span) ? own : null)),
        ...rejectedWith('SLOT_TAKEN', (state) => isTakenFor(state, memberId, span)),
      ];
    }
    case 'change': {
      const own = booked(operation.args.code);
      if (operation.args.state === 'CANCELLED') return happened((state) => (state === own ? FREE : state));
      // Reopening a booking restores it to its own slot, which may be this one or another.
      if (operation.args.state !== 'BOOKED' || outcome === 'fail') return [];
      const apply = (state: string): string => (isOpenTo(state, STUDIO, span) ? own : state);
      return [{ ...span, isOptional: true, isRead: false, apply }];
    }
    case 'block':
      if (!isHere) return [];
      return [
        ...happened((state) => (state.startsWith('booked') ? null : BLOCKED)),
        ...rejectedWith('SLOT_BOOKED', (state) => state.startsWith('booked')),
      ];
    case 'unblock':
      if (!isHere) return [];
      return [
        ...happened((state) => (state.startsWith('booked') ? null : state === BLOCKED ? FREE : state)),
        ...rejectedWith('SLOT_BOOKED', (state) => state.startsWith('booked')),
      ];
    case 'hold': {
      const { memberId } = operation.args;
      if (!isHere) return happened((state) => (holderOf(state) === memberId ? FREE : state));
      const held = `held ${memberId} ${operation.heldUntil ?? Number.POSITIVE_INFINITY}`;
      return [
        ...happened((state) => (isOpenTo(state, memberId, span) ? held : null)),
        ...rejectedWith('SLOT_TAKEN', (state) => isTakenFor(state, memberId, span)),
      ];
    }
    case 'release':
      return isHere ? happened((state) => (holderOf(state) === operation.args.memberId ? FREE : state)) : [];
    case 'read': {
      if (outcome !== 'ok' || !slotId.startsWith(operation.args.date)) return [];
      const isTaken = operation.takenSlots.some(
        (slot) => slotKey({ date: operation.args.date, slot }) === slotId,
      );
      return [
        readStep(span, (state) =>
          isTaken ? isTakenFor(state, VISITOR, span) : isOpenTo(state, VISITOR, span),
        ),
      ];
    }
  }
};

const isFinalState =
  (claim: FinalClaim | undefined, codeOf: ReadonlyMap<number, string>) =>
  (state: string): boolean => {
    if (claim === undefined) return state === FREE || holderOf(state) !== undefined;
    switch (claim.kind) {
      case 'BOOKED':
        return state === booked(codeOf.get(claim.reservationId ?? 0) ?? '');
      case 'BLOCKED':
        return state === BLOCKED;
      case 'HELD':
        return holderOf(state) === claim.heldBy;
    }
  };

const datesOf = (history: readonly Operation[]): string[] => [
  ...new Set(history.flatMap((operation) => (operation.op === 'change' ? [] : [operation.args.date]))),
];

/**
 * Groups the operations by the slots that they can affect: the slots they name, and those of the bookings and members they
 * name.
 */
const indexBySlot = (history: readonly Operation[]) => {
  const bySlot = new Map<string, Operation[]>();
  const add = (slotId: string, operation: Operation): void => {
    const list = bySlot.get(slotId);
    if (list === undefined) bySlot.set(slotId, [operation]);
    else if (list.at(-1) !== operation) list.push(operation);
  };
  const slotsOfCode = new Map<string, Set<string>>();
  const slotsOfMember = new Map<string, Set<string>>();
  const addSlot = (map: Map<string, Set<string>>, key: string, slotId: string): void =>
    void map.set(key, (map.get(key) ?? new Set()).add(slotId));

  for (const operation of history) {
    const { op, args, outcome, code } = operation;
    if (op === 'book' && outcome === 'ok') addSlot(slotsOfCode, code ?? '', slotKey(args));
    if (op === 'move' && outcome !== 'fail') addSlot(slotsOfCode, args.code, slotKey(args));
    if (op === 'hold' && outcome !== 'fail') addSlot(slotsOfMember, args.memberId, slotKey(args));
  }
  for (const operation of history) {
    const { op, args } = operation;
    if (op === 'read') for (const slot of defaultSlots) add(slotKey({ date: args.date, slot }), operation);
    else if (op !== 'change') add(slotKey(args), operation);
    if (op === 'move' || op === 'change')
      for (const slotId of slotsOfCode.get(args.code) ?? []) add(slotId, operation);
    if (op === 'hold' || op === 'release')
      for (const slotId of slotsOfMember.get(args.memberId) ?? []) add(slotId, operation);
  }
  return { bySlot, slotsOfMember };
};

const describeClaim = (claim: FinalClaim | undefined): string =>
  claim === undefined ? 'free' : claim.kind.toLowerCase();

/** Checks that the operations on each slot have an order in which every response was correct. */
export const findNonLinearizableSlots = (history: readonly Operation[], state: FinalState): string[] => {
  const { bySlot, slotsOfMember } = indexBySlot(history);
  const creations = collectAcknowledgedBookings(history);
  const creationsAt = groupBy(creations, ({ args }) => slotKey(args));
  const creationsOf = groupBy(creations, ({ args }) => args.memberId ?? '');
  const memberOf = new Map(creations.map(({ code, args }) => [code, args.memberId]));
  const holders = new Map<string, string[]>();
  for (const [memberId, slotIds] of slotsOfMember)
    for (const slotId of slotIds) holders.set(slotId, [...(holders.get(slotId) ?? []), memberId]);
  const claims = new Map(state.claims.map((claim) => [slotKey(claim), claim]));
  const codeOf = new Map(state.bookings.map(({ id, code }) => [id, code]));

  return datesOf(history)
    .flatMap((date) => defaultSlots.map((slot) => slotKey({ date, slot })))
    .flatMap((slotId) => {
      const elsewhere = (holders.get(slotId) ?? []).flatMap((memberId) => creationsOf.get(memberId) ?? []);
      const made = new Set([...(creationsAt.get(slotId) ?? []), ...elsewhere]);
      const steps = [
        ...[...made].map(stepOfCreation(slotId)),
        ...(bySlot.get(slotId) ?? []).flatMap((operation) => stepsOf(slotId, operation, memberOf)),
      ];
      const claim = claims.get(slotId);
      return isLinearizable(steps, FREE, isFinalState(claim, codeOf))
        ? []
        : [
            `not linearizable: the responses of ${steps.length} operations on ${slotId} contradict each other or its final state (${describeClaim(claim)})`,
          ];
    });
};
