import type { ReservationAction, ReservationState } from '#features/reservations/contract/reservations.ts';
import type { Slot } from '#features/reservations/contract/slots.ts';

/** What the client knows. `unknown`: no response, or one that does not tell whether the operation took effect. */
export type OperationOutcome = 'ok' | 'fail' | 'unknown';

export interface DateSlot {
  readonly date: string;
  readonly slot: Slot;
}

interface RecordedOperation<Name extends string, Args> {
  readonly op: Name;
  readonly args: Args;
  /** Milliseconds on the clock of the workload. */
  readonly start: number;
  readonly end: number;
  readonly outcome: OperationOutcome;
  /** Error code if it failed; the reservation code of an acknowledged booking. */
  readonly code: string | null;
}

type Actor = 'MEMBER' | 'ADMIN';

interface BookArgs extends DateSlot {
  /** Null for a phone customer's booking, which an admin enters. */
  readonly memberId: string | null;
  readonly key: string;
  /** The part of the request body that varies. All requests with one key have the same body. */
  readonly notes?: string;
}

export type BookOperation = RecordedOperation<'book', BookArgs>;
/** Moves a booking, given by its reservation code, to another slot. */
export type MoveOperation = RecordedOperation<
  'move',
  DateSlot & { readonly code: string; readonly actor: Actor }
>;
/** A member's cancellation is the state CANCELLED. */
export type ChangeOperation = RecordedOperation<
  'change',
  { readonly code: string; readonly actor: Actor; readonly state: ReservationState }
>;
export type BlockOperation = RecordedOperation<'block' | 'unblock', DateSlot>;
/** `heldUntil` is on the clock of the workload; null unless the hold was granted. */
export type HoldOperation = RecordedOperation<
  'hold' | 'release',
  DateSlot & { readonly memberId: string }
> & {
  readonly heldUntil: number | null;
};
/** Reads the slots of a date that cannot be booked. */
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

/** `date` and `slot` are those before the event. */
export interface FinalEvent extends DateSlot {
  readonly reservationId: number;
  readonly action: ReservationAction;
  readonly actor: Actor;
}

/** Rows of the database after the run. Events are in order. */
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
