import type { Slot } from '#contract/slots.ts';

/** What the client knows afterwards. No answer, or one that says nothing, is `unknown`: it may have happened. */
export type Outcome = 'ok' | 'fail' | 'unknown';

interface Timed {
  /** Milliseconds since the storm began. */
  readonly start: number;
  readonly end: number;
  readonly outcome: Outcome;
}

export interface BookOperation extends Timed {
  readonly op: 'book';
  readonly args: {
    readonly memberId: string;
    readonly key: string;
    readonly date: string;
    readonly slot: Slot;
  };
  /** The reservation code when ok, the refusal's code when failed. */
  readonly code: string | null;
}

/** A look at the slots of a date by a client whose booking of `slot` was acknowledged before. */
export interface ReadOperation extends Timed {
  readonly op: 'read';
  readonly args: { readonly date: string; readonly slot: Slot };
  readonly seen: readonly string[];
}

export type Operation = BookOperation | ReadOperation;

/** What the database holds when all is over. */
export interface FinalState {
  readonly claims: readonly {
    readonly date: string;
    readonly slot: string;
    readonly kind: 'BOOKED' | 'BLOCKED' | 'HELD';
    readonly reservationId: number | null;
  }[];
  readonly bookings: readonly {
    readonly id: number;
    readonly code: string;
    readonly memberId: string | null;
    readonly date: string;
    readonly slot: string;
  }[];
}
