import { collectAcknowledgedBookings } from './acknowledged-bookings.ts';
import type { BookOperation, FinalState, Operation } from './history.ts';

/** The moment of a copy of the database is not known, but that it lies between these two, on the storm's clock. */
export interface SnapshotInterval {
  readonly from: number;
  readonly until: number;
}

export interface TruncatedHistory {
  /** As a client may have lived it until that moment, for the checker. */
  readonly history: Operation[];
  /** What no moment explains: something is there, and what had ended before it began is not. */
  readonly faults: readonly string[];
}

const isBook = (operation: Operation): operation is BookOperation => operation.op === 'book';

/** What ended before is certain, what began after cannot be in the copy, and of what lay across only the doing may be. */
const truncateOthers = (
  history: readonly Operation[],
  { from, until }: SnapshotInterval,
  codes: ReadonlySet<string>,
): Operation[] =>
  history.flatMap((operation): Operation[] => {
    if (operation.end < from) return [operation];
    if (operation.start > until) return [];
    // A look, or a refusal, may tell of a later moment than the copy's.
    if (operation.outcome === 'fail' || operation.op === 'read') return [];
    if ((operation.op === 'move' || operation.op === 'change') && !codes.has(operation.args.code)) return [];
    return [{ ...operation, outcome: 'unknown' }];
  });

/**
 * A history for a copy that was taken amid it. Bookings that lie across the cut, or came after it, are kept where the copy
 * has them; but one that is there needs all that had been acknowledged before it was asked for.
 */
export const truncateHistory = (
  history: readonly Operation[],
  cut: SnapshotInterval,
  state: FinalState,
): TruncatedHistory => {
  const codes = new Set(state.bookings.map(({ code }) => code));
  const creations = collectAcknowledgedBookings(history);
  const absent = creations.filter(({ code, end }) => !codes.has(code) && end >= cut.from);
  const present = creations.filter(({ code }) => codes.has(code));
  const early = Math.min(...absent.map(({ end }) => end));
  // The same request may be acknowledged under several keys: a booking is known by its code, not by the key of its first yes.
  const codeOfKey = new Map(
    history
      .filter(isBook)
      .flatMap(({ outcome, args, code }) => (outcome === 'ok' ? [[args.key, code] as const] : [])),
  );
  const gone = new Set(absent.map(({ code }) => code));

  const bookings = history.filter(isBook).filter((operation) => {
    if (operation.outcome === 'fail') return operation.end < cut.from;
    const code = codeOfKey.get(operation.args.key);
    return code == null ? operation.start <= cut.until : !gone.has(code);
  });
  const others = truncateOthers(
    history.filter((operation) => !isBook(operation)),
    cut,
    codes,
  );
  const after = present.filter(({ start }) => start > cut.until);
  return {
    history: [...bookings, ...others].toSorted((a, b) => a.start - b.start),
    faults: [
      ...after.map(({ code }) => `${code} is in a copy that was whole before it was asked for`),
      ...present
        .filter(({ start }) => start > early)
        .map(
          ({ code }) => `${code} is in the copy, and a booking acknowledged before it was asked for is not`,
        ),
    ],
  };
};
