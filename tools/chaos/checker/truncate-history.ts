import { collectAcknowledgedBookings } from './acknowledged-bookings.ts';
import type { BookOperation, FinalState, Operation } from './history.ts';

/** A database copy was taken at an unknown instant between these two, in milliseconds on the clock of the workload. */
export interface SnapshotInterval {
  readonly from: number;
  readonly until: number;
}

const isBook = (operation: Operation): operation is BookOperation => operation.op === 'book';

/** Keeps operations that ended before the cut, drops those that started after it, and marks those in between as unknown. */
const truncateOthers = (
  history: readonly Operation[],
  { from, until }: SnapshotInterval,
  codes: ReadonlySet<string>,
): Operation[] =>
  history.flatMap((operation): Operation[] => {
    if (operation.end < from) return [operation];
    if (operation.start > until) return [];
    // A read or a rejection may reflect an instant after the copy.
    if (operation.outcome === 'fail' || operation.op === 'read') return [];
    if ((operation.op === 'move' || operation.op === 'change') && !codes.has(operation.args.code)) return [];
    return [{ ...operation, outcome: 'unknown' }];
  });

/**
 * Truncates a history to match a database copy taken during the run. Bookings during or after the cut are kept if the copy has
 * them, which requires all bookings acknowledged before they were requested. The violations are what no instant explains: the copy
 * has a booking but lacks one that was acknowledged before it was requested.
 */
export const truncateHistory = (
  history: readonly Operation[],
  cut: SnapshotInterval,
  state: FinalState,
): { readonly history: Operation[]; readonly violations: readonly string[] } => {
  const codes = new Set(state.bookings.map(({ code }) => code));
  const creations = collectAcknowledgedBookings(history);
  const absent = creations.filter(({ code, end }) => !codes.has(code) && end >= cut.from);
  const present = creations.filter(({ code }) => codes.has(code));
  const firstAbsentEnd = Math.min(...absent.map(({ end }) => end));
  // One booking may be acknowledged under several keys, so it is identified by its code.
  const codeOfKey = new Map(
    history
      .filter(isBook)
      .flatMap(({ outcome, args, code }) => (outcome === 'ok' ? [[args.key, code] as const] : [])),
  );
  const absentCodes = new Set(absent.map(({ code }) => code));

  const creationOfCode = new Map(creations.map((creation) => [creation.code, creation]));
  const rejectedKeys = new Set(
    history.filter(isBook).flatMap(({ outcome, args }) => (outcome === 'fail' ? [args.key] : [])),
  );
  /** A later request for a member's own slot is answered with the booking that has it by then, which may have been moved. */
  const isRepeat = ({ args, start, end }: BookOperation, code: string): boolean => {
    const creation = creationOfCode.get(code);
    return (
      creation !== undefined && creation.args.key !== args.key && start > creation.end && end >= cut.from
    );
  };

  const bookings = history.filter(isBook).filter((operation) => {
    const { outcome, args } = operation;
    if (outcome === 'fail') return operation.end < cut.from;
    const code = codeOfKey.get(args.key);
    // A retry with the same key was rejected, perhaps after the copy, so this attempt had no effect.
    if (outcome === 'unknown' && code === undefined && rejectedKeys.has(args.key)) return false;
    if (code != null && isRepeat(operation, code)) return false;
    return code == null ? operation.start <= cut.until : !absentCodes.has(code);
  });
  const others = truncateOthers(
    history.filter((operation) => !isBook(operation)),
    cut,
    codes,
  );
  const after = present.filter(({ start }) => start > cut.until);
  return {
    history: [...bookings, ...others].toSorted((a, b) => a.start - b.start),
    violations: [
      ...after.map(({ code }) => `${code} is in a copy that was complete before it was requested`),
      ...present
        .filter(({ start }) => start > firstAbsentEnd)
        .map(({ code }) => `${code} is in the copy, but a booking acknowledged before its request is not`),
    ],
  };
};
