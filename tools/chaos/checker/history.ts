import type { ReservationAction, ReservationState } from '#contract/reservations.ts';
import type { Slot } from '#contract/slots.ts';

/** What the client knows afterwards. No answer, or one that says nothing, is `unknown`: it may have happened. */
export type OperationOutcome = 'ok' | 'fail' | 'unknown';

/** A slot of a date. */
export interface DateSlot {
  readonly date: string;
  readonly slot: Slot;
}

interface RecordedOperation<Name extends string, Args> {
  readonly op: Name;
  readonly args: Args;
  /** Milliseconds on the storm's clock. */
  readonly start: number;
  readonly end: number;
  readonly outcome: OperationOutcome;
  /** The refusal's code when failed; of a booking that is ok, its reservation code. */
  readonly code: string | null;
}

type Actor = 'MEMBER' | 'ADMIN';

interface BookArgs extends DateSlot {
  /** Null for a guest's booking, which an admin enters. */
  readonly memberId: string | null;
  readonly key: string;
  /** A key stands for one body, and this is what of the body varies. */
  readonly notes?: string;
}

export type BookOperation = RecordedOperation<'book', BookArgs>;
/** A booking, by its code, goes to another place. */
export type MoveOperation = RecordedOperation<
  'move',
  DateSlot & { readonly code: string; readonly actor: Actor }
>;
/** A member's cancelling is the state CANCELLED. */
export type ChangeOperation = RecordedOperation<
  'change',
  { readonly code: string; readonly actor: Actor; readonly state: ReservationState }
>;
export type BlockOperation = RecordedOperation<'block' | 'unblock', DateSlot>;
/** `until` is on the storm's clock, and null unless a hold was given. */
export type HoldOperation = RecordedOperation<
  'hold' | 'release',
  DateSlot & { readonly memberId: string }
> & {
  readonly heldUntil: number | null;
};
/** A look at the slots of a date that cannot be booked. */
export type ReadOperation = RecordedOperation<'read', { readonly date: string }> & {
  readonly takenSlots: readonly string[];
};

export type Operation =
  | BookOperation
  | MoveOperation
  | ChangeOperation
  | BlockOperation
  | HoldOperation
  | ReadOperation;

export interface FinalClaim extends DateSlot {
  readonly kind: 'BOOKED' | 'BLOCKED' | 'HELD';
  readonly reservationId: number | null;
  readonly heldBy: string | null;
}

export interface FinalBooking extends DateSlot {
  readonly id: number;
  readonly code: string;
  readonly memberId: string | null;
  readonly state: ReservationState;
}

/** `date` and `slot` are those before it. */
export interface FinalEvent extends DateSlot {
  readonly reservationId: number;
  readonly action: ReservationAction;
  readonly actor: Actor;
}

/** What the database holds when all is over. Events are in their order. */
export interface FinalState {
  readonly claims: readonly FinalClaim[];
  readonly bookings: readonly FinalBooking[];
  readonly events: readonly FinalEvent[];
}

export const slotKey = ({ date, slot }: { readonly date: string; readonly slot: string }): string =>
  `${date} ${slot}`;

export const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};
