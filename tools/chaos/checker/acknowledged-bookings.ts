import { groupBy, type BookOperation, type Operation } from './history.ts';

/** A booking that a server acknowledged, with its first cause. */
export interface AcknowledgedBooking {
  readonly code: string;
  readonly args: BookOperation['args'];
  /** From the start of the earliest request that may have created it to the end of the first acknowledgement. */
  readonly start: number;
  readonly end: number;
}

/** Merges requests with the same key or the same reservation code into one booking. */
export const collectAcknowledgedBookings = (history: readonly Operation[]): AcknowledgedBooking[] => {
  const attempts = history
    .filter((operation) => operation.op === 'book')
    .filter(({ outcome }) => outcome !== 'fail');
  const byKey = groupBy(attempts, ({ args }) => args.key);
  const acknowledged = [...byKey.values()].flatMap((sent): AcknowledgedBooking[] => {
    const acknowledgements = sent.filter(({ outcome }) => outcome === 'ok');
    const [first] = acknowledgements;
    if (first?.code == null) return [];
    const start = Math.min(...sent.map((operation) => operation.start));
    const end = Math.min(...acknowledgements.map((operation) => operation.end));
    return [{ code: first.code, args: first.args, start, end }];
  });
  return [...groupBy(acknowledged, ({ code }) => code).values()].flatMap((same) => {
    const start = Math.min(...same.map((creation) => creation.start));
    const end = Math.min(...same.map((creation) => creation.end));
    return same.slice(0, 1).map((first) => ({ ...first, start, end }));
  });
};
