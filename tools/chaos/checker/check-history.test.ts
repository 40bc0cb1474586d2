import { describe, expect, it } from 'vitest';
import { checkHistory } from './check-history.ts';
import type {
  BlockOperation,
  BookOperation,
  ChangeOperation,
  FinalBooking,
  FinalClaim,
  FinalEvent,
  FinalState,
  HoldOperation,
  MoveOperation,
  Operation,
  DateSlot,
  ReadOperation,
} from './history.ts';

const DATE = '2026-12-01';
const here: DateSlot = { date: DATE, slot: '09-10' };
const there: DateSlot = { date: DATE, slot: '12-13' };

type Changes<O> = Partial<Pick<BookOperation, 'start' | 'end' | 'outcome' | 'code'>> & {
  readonly args?: O extends { readonly args: infer Args } ? Args : never;
};
/** An acknowledged operation that takes one time unit, so that operations do not overlap. */
const done = (at: number) => ({ start: at, end: at + 1, outcome: 'ok', code: null }) as const;

const book = (code: string | null, changes: Changes<BookOperation> = {}): BookOperation => ({
  op: 'book',
  args: { memberId: 'kim', key: 'k1', ...here },
  ...done(0),
  code,
  ...changes,
});
const lee = { memberId: 'lee', key: 'k2', ...here } as const;
const read = (seen: string[], at = 2): ReadOperation => ({
  op: 'read',
  args: { date: DATE },
  ...done(at),
  takenSlots: seen,
});
const cancel = (at = 2, changes: Changes<ChangeOperation> = {}): ChangeOperation => ({
  op: 'change',
  args: { code: 'AAAAA-AAAAA', actor: 'MEMBER', state: 'CANCELLED' },
  ...done(at),
  ...changes,
});
const move = (at = 2, changes: Changes<MoveOperation> = {}): MoveOperation => ({
  op: 'move',
  args: { code: 'AAAAA-AAAAA', actor: 'MEMBER', ...there },
  ...done(at),
  ...changes,
});
const block = (
  op: 'block' | 'unblock',
  at: number,
  changes: Changes<BlockOperation> = {},
): BlockOperation => ({
  op,
  args: here,
  ...done(at),
  ...changes,
});
const hold = (memberId: string, at: number, until: number, dateSlot: DateSlot = here): HoldOperation => ({
  op: 'hold',
  args: { memberId, ...dateSlot },
  ...done(at),
  heldUntil: until,
});

const row: FinalBooking = { id: 1, code: 'AAAAA-AAAAA', memberId: 'kim', state: 'BOOKED', ...here };
const claim: FinalClaim = { ...here, kind: 'BOOKED', reservationId: 1, heldBy: null };
const blocked: FinalClaim = { ...here, kind: 'BLOCKED', reservationId: null, heldBy: null };
const held: FinalClaim = { ...here, kind: 'HELD', reservationId: null, heldBy: 'lee' };
const event = (action: FinalEvent['action'], dateSlot: DateSlot = here): FinalEvent => ({
  reservationId: 1,
  action,
  actor: 'MEMBER',
  ...dateSlot,
});
const state = (claims: FinalClaim[], bookings: FinalBooking[], events: FinalEvent[] = []): FinalState => ({
  claims,
  bookings,
  events,
});

const empty = state([], []);
const booked = state([claim], [row]);
const cancelledRow: FinalBooking = { ...row, state: 'CANCELLED' };
const cancelled = state([], [cancelledRow], [event('CANCELLED')]);
const moved = state([{ ...claim, ...there }], [{ ...row, ...there }], [event('MOVED')]);
const ofLee: FinalBooking = { ...row, id: 2, code: 'BBBBB-BBBBB', memberId: 'lee' };
const claimOfLee: FinalClaim = { ...claim, reservationId: 2 };
const unknown = book(null, { outcome: 'unknown' });
const rejected = (at: number) =>
  book('SLOT_TAKEN', { ...done(at), outcome: 'fail', code: 'SLOT_TAKEN', args: lee });

describe('checkHistory accepts a consistent history', () => {
  it.each<[string, Operation[], FinalState]>([
    ['nothing happened', [], empty],
    ['booked, then shown as taken', [book(row.code), read(['09-10'])], booked],
    ['booked, another member rejected', [book(row.code), rejected(2)], booked],
    [
      'booked without a response, then acknowledged on retry',
      [unknown, book(row.code, { start: 5, end: 6 })],
      booked,
    ],
    [
      'a booking without effect and response, then rejected on retry',
      [
        unknown,
        book('SLOT_TAKEN', { outcome: 'fail', start: 5, end: 6 }),
        book('BBBBB-BBBBB', { args: lee }),
      ],
      state([claimOfLee], [ofLee]),
    ],
    [
      'rejected, then booked with the same key',
      [book('BOOKING_LIMIT', { outcome: 'fail' }), book(row.code, { start: 5, end: 6 })],
      booked,
    ],
    ['blocked', [block('block', 0)], state([blocked], [])],
    ['a read without a response', [book(row.code), { ...read([]), outcome: 'unknown' }], booked],
    ['cancelled, then shown as free', [book(row.code), cancel(), read([], 4)], cancelled],
    [
      'cancelled, then booked by another member',
      [book(row.code), cancel(), book(ofLee.code, { args: lee, start: 4, end: 5 })],
      state([claimOfLee], [cancelledRow, ofLee], [event('CANCELLED')]),
    ],
    ['cancelled without a response', [book(row.code), cancel(2, { outcome: 'unknown' })], cancelled],
    [
      'a cancellation without effect and response',
      [book(row.code), cancel(2, { outcome: 'unknown' })],
      booked,
    ],
    ['moved, then shown as taken in the new slot', [book(row.code), move(), read(['12-13'], 4)], moved],
    ['moved without a response', [book(row.code), move(2, { outcome: 'unknown' })], moved],
    ['cancelled twice with one event', [book(row.code), cancel(), cancel(4)], cancelled],
    [
      'repeated with the same key after its cancellation',
      [book(row.code), cancel(), book(row.code, { start: 4, end: 5 })],
      cancelled,
    ],
    [
      'completed, keeping its slot',
      [book(row.code), cancel(2, { args: { code: row.code, actor: 'ADMIN', state: 'COMPLETED' } })],
      state([claim], [{ ...row, state: 'COMPLETED' }], [{ ...event('COMPLETED'), actor: 'ADMIN' }]),
    ],
    ['held, then blocked by an admin', [hold('lee', 0, 600), block('block', 2)], state([blocked], [])],
    ['held, then booked by its holder', [hold('kim', 0, 600), book(row.code, { start: 2, end: 3 })], booked],
    [
      'held, then booked by another member after the hold expired',
      [
        hold('lee', 0, 5),
        book('SLOT_TAKEN', { outcome: 'fail', start: 2, end: 3 }),
        book(row.code, { start: 6, end: 7 }),
      ],
      booked,
    ],
    [
      'blocked, unblocked and booked',
      [block('block', 0), rejected(2), block('unblock', 4), book(row.code, { start: 6, end: 7 })],
      booked,
    ],
  ])('checkHistory accepts this history: %s', (_, history, end) => {
    expect(checkHistory(history, end)).toEqual([]);
  });
});

describe('checkHistory reports violations', () => {
  const second = { ...row, id: 2, code: 'BBBBB-BBBBB' };
  const manyRows = Array.from({ length: 11 }, (_, index) => ({
    ...row,
    id: index,
    code: `CODE-${index}`,
    date: `2026-12-${String(10 + index)}`,
  }));

  it.each<[RegExp, string, Operation[], FinalState]>([
    [/^lost/, 'an acknowledged booking is gone', [book(row.code)], empty],
    [/^lost/, 'only the claim of an acknowledged booking is left', [book(row.code)], state([claim], [])],
    [
      /^changed/,
      'an acknowledged booking belongs to another member',
      [book(row.code)],
      state([claim], [{ ...row, memberId: 'lee' }]),
    ],
    [
      /^changed/,
      'an acknowledged booking has another date',
      [book(row.code)],
      state([claim], [{ ...row, date: '2026-12-02' }]),
    ],
    [/^duplicate.*claim/, 'two claims of one slot', [book(row.code)], state([claim, claim], [row])],
    [
      /^duplicate.*booking/,
      'two bookings of one slot',
      [book(row.code), book(second.code, { args: lee })],
      state([claim], [row, { ...second, memberId: 'lee' }]),
    ],
    [
      /^duplicate.*AAAAA/,
      'two bookings with one code',
      [book(row.code)],
      state([claim], [row, { ...row, id: 2, date: '2026-12-02' }]),
    ],
    [/^unexplained/, 'a row without an operation', [], booked],
    [/^unexplained/, 'a row whose request was rejected', [book('SLOT_TAKEN', { outcome: 'fail' })], booked],
    [/^inconsistent: the claim/, 'a claim without a booking', [], state([claim], [])],
    [
      /^inconsistent: the block/,
      'a block that holds a booking',
      [book(row.code)],
      state([{ ...claim, kind: 'BLOCKED' }], [row]),
    ],
    [/^inconsistent: the booking/, 'a booking without a claim', [book(row.code)], state([], [row])],
    [/^unresolved/, 'an unknown outcome that was never resolved', [unknown], empty],
    [/^contradiction.*and/, 'two codes for one key', [book(row.code), book(second.code)], booked],
    [
      /^contradiction.*rejected/,
      'a retry that is rejected after an acknowledgement',
      [book(row.code), book('SLOT_TAKEN', { outcome: 'fail', start: 5, end: 6 })],
      booked,
    ],
    [/^not linearizable/, 'a free slot rejected as taken', [book('SLOT_TAKEN', { outcome: 'fail' })], empty],
    [/^not linearizable/, 'a booked slot that is shown as free', [book(row.code), read(['12-13'])], booked],
    [
      /^not linearizable.*BOOKED$/,
      'an acknowledged cancellation without effect',
      [book(row.code), cancel()],
      booked,
    ],
    [
      /^inconsistent.*cancelled/,
      'a cancelled booking that keeps its slot',
      [book(row.code), cancel()],
      { ...cancelled, claims: [claim] },
    ],
    [
      /^not linearizable/,
      'a slot rejected as taken after its booking was cancelled',
      [book(row.code), cancel(), rejected(4)],
      cancelled,
    ],
    [
      /^not linearizable/,
      'a slot shown as taken after its booking was cancelled',
      [book(row.code), cancel(), read(['09-10'], 4)],
      cancelled,
    ],
    [/^not linearizable/, 'a booking cancelled without a request', [book(row.code)], cancelled],
    [/^unexplained.*CANCELLED/, 'an event without a request', [book(row.code)], cancelled],
    [/^events/, 'a cancellation without its event', [book(row.code), cancel()], { ...cancelled, events: [] }],
    [
      /^duplicate.*CANCELLED twice/,
      'one booking cancelled twice',
      [book(row.code), cancel(), cancel(4)],
      { ...cancelled, events: [event('CANCELLED'), event('CANCELLED')] },
    ],
    [
      /^not linearizable/,
      'a cancelled booking that is moved',
      [book(row.code), cancel(), move(4)],
      state([], [{ ...cancelledRow, ...there }], [event('CANCELLED'), event('MOVED')]),
    ],
    [
      /^duplicate.*owns more/,
      'a move that owns two slots',
      [book(row.code), move()],
      { ...moved, claims: [claim, { ...claim, ...there }] },
    ],
    [
      /^inconsistent: the booking/,
      'a move whose claim stayed in the old slot',
      [book(row.code), move()],
      { ...moved, claims: [claim] },
    ],
    [/^not linearizable/, 'an acknowledged move without effect', [book(row.code), move()], booked],
    [
      /^events.*without an event/,
      'a move without its event',
      [book(row.code), move(), cancel(4)],
      state([], [{ ...cancelledRow, ...there }], [event('CANCELLED')]),
    ],
    [/^unexplained.*moved/, 'a move without a request', [book(row.code)], moved],
    [
      /^not linearizable/,
      'a slot shown as taken after its booking was moved',
      [book(row.code), move(), read(['09-10', '12-13'], 4)],
      moved,
    ],
    [
      /^inconsistent: the booking/,
      'a hold in the slot of a booking',
      [book(row.code), hold('lee', 2, 600)],
      state([held], [row]),
    ],
    [/^not linearizable/, 'a hold granted on a booked slot', [book(row.code), hold('lee', 2, 600)], booked],
    [
      /^not linearizable/,
      'a slot booked by another member during a hold',
      [hold('lee', 0, 600), book(row.code, { start: 2, end: 3 })],
      booked,
    ],
    [
      /^not linearizable/,
      'a slot rejected as taken after its hold expired',
      [hold('lee', 0, 5), book('SLOT_TAKEN', { outcome: 'fail', start: 6, end: 7 })],
      state([held], []),
    ],
    [/^unexplained.*held/, 'a hold without a request', [], state([held], [])],
    [
      /^duplicate.*holds more/,
      'two holds of one member',
      [hold('lee', 0, 600), hold('lee', 2, 600, there)],
      state([held, { ...held, ...there }], []),
    ],
    [/^unexplained.*blocked/, 'a block without a request', [], state([blocked], [])],
    [/^not linearizable/, 'a block over a booking', [book(row.code), block('block', 2)], booked],
    [
      /^not linearizable/,
      'an unblocking that frees a booking',
      [book(row.code), block('unblock', 2), book(ofLee.code, { args: lee, start: 4, end: 5 })],
      booked,
    ],
    [
      /^not linearizable/,
      'a block rejected on a slot that is only held',
      [hold('lee', 0, 600), block('block', 2, { outcome: 'fail', code: 'SLOT_BOOKED' })],
      state([held], []),
    ],
    [/^not linearizable/, 'an acknowledged block without effect', [block('block', 0)], empty],
    [
      /^not linearizable/,
      'a block rejected on a free slot',
      [block('block', 0, { outcome: 'fail', code: 'SLOT_BOOKED' })],
      empty,
    ],
    [
      /^limit exceeded/,
      'eleven bookings of one member',
      manyRows.map(({ code, date, slot }, index) =>
        book(code, { args: { memberId: 'kim', key: `k${index}`, date, slot } }),
      ),
      state(
        manyRows.map((one) => ({ ...claim, date: one.date, reservationId: one.id })),
        manyRows,
      ),
    ],
  ])('checkHistory reports %s for this history: %s', (violation, _, history, end) => {
    expect(checkHistory(history, end)).toContainEqual(expect.stringMatching(violation));
  });
});
