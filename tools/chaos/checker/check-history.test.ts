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
const hold = (memberId: string, at: number, until: number, place: DateSlot = here): HoldOperation => ({
  op: 'hold',
  args: { memberId, ...place },
  ...done(at),
  heldUntil: until,
});

const row: FinalBooking = { id: 1, code: 'AAAAA-AAAAA', memberId: 'kim', state: 'BOOKED', ...here };
const claim: FinalClaim = { ...here, kind: 'BOOKED', reservationId: 1, heldBy: null };
const blocked: FinalClaim = { ...here, kind: 'BLOCKED', reservationId: null, heldBy: null };
const held: FinalClaim = { ...here, kind: 'HELD', reservationId: null, heldBy: 'lee' };
const event = (action: FinalEvent['action'], place: DateSlot = here): FinalEvent => ({
  reservationId: 1,
  action,
  actor: 'MEMBER',
  ...place,
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
const refused = (at: number) =>
  book('SLOT_TAKEN', { ...done(at), outcome: 'fail', code: 'SLOT_TAKEN', args: lee });

describe('a history in which every promise was kept', () => {
  it.each<[string, Operation[], FinalState]>([
    ['nothing happened', [], empty],
    ['booked and seen', [book(row.code), read(['09-10'])], booked],
    ['booked, the other refused', [book(row.code), refused(2)], booked],
    ['unknown, then given again', [unknown, book(row.code, { start: 5, end: 6 })], booked],
    [
      'unknown and never done, then refused',
      [
        unknown,
        book('SLOT_TAKEN', { outcome: 'fail', start: 5, end: 6 }),
        book('BBBBB-BBBBB', { args: lee }),
      ],
      state([claimOfLee], [ofLee]),
    ],
    [
      'refused, then booked with the same key',
      [book('BOOKING_LIMIT', { outcome: 'fail' }), book(row.code, { start: 5, end: 6 })],
      booked,
    ],
    ['a block', [block('block', 0)], state([blocked], [])],
    ['a reading that got no answer', [book(row.code), { ...read([]), outcome: 'unknown' }], booked],
    ['cancelled and seen as free', [book(row.code), cancel(), read([], 4)], cancelled],
    [
      'cancelled, then booked by another',
      [book(row.code), cancel(), book(ofLee.code, { args: lee, start: 4, end: 5 })],
      state([claimOfLee], [cancelledRow, ofLee], [event('CANCELLED')]),
    ],
    ['cancelled without an answer', [book(row.code), cancel(2, { outcome: 'unknown' })], cancelled],
    ['never cancelled, without an answer', [book(row.code), cancel(2, { outcome: 'unknown' })], booked],
    ['moved and seen there', [book(row.code), move(), read(['12-13'], 4)], moved],
    ['moved without an answer', [book(row.code), move(2, { outcome: 'unknown' })], moved],
    ['cancelled twice, and done once', [book(row.code), cancel(), cancel(4)], cancelled],
    [
      'given the key again after it was cancelled',
      [book(row.code), cancel(), book(row.code, { start: 4, end: 5 })],
      cancelled,
    ],
    [
      'completed: it keeps its slot',
      [book(row.code), cancel(2, { args: { code: row.code, actor: 'ADMIN', state: 'COMPLETED' } })],
      state([claim], [{ ...row, state: 'COMPLETED' }], [{ ...event('COMPLETED'), actor: 'ADMIN' }]),
    ],
    ['held, and blocked all the same', [hold('lee', 0, 600), block('block', 2)], state([blocked], [])],
    ['held, and booked by its holder', [hold('kim', 0, 600), book(row.code, { start: 2, end: 3 })], booked],
    [
      'held, and booked by another when it ran out',
      [
        hold('lee', 0, 5),
        book('SLOT_TAKEN', { outcome: 'fail', start: 2, end: 3 }),
        book(row.code, { start: 6, end: 7 }),
      ],
      booked,
    ],
    [
      'blocked, opened and booked',
      [block('block', 0), refused(2), block('unblock', 4), book(row.code, { start: 6, end: 7 })],
      booked,
    ],
  ])('%s', (_, history, end) => {
    expect(checkHistory(history, end)).toEqual([]);
  });
});

describe('a history in which one was broken is found out', () => {
  const second = { ...row, id: 2, code: 'BBBBB-BBBBB' };
  const manyRows = Array.from({ length: 11 }, (_, index) => ({
    ...row,
    id: index,
    code: `CODE-${index}`,
    date: `2026-12-${String(10 + index)}`,
  }));

  it.each<[RegExp, string, Operation[], FinalState]>([
    [/^lost/, 'an acknowledged booking is gone', [book(row.code)], empty],
    [/^lost/, 'only its claim is left', [book(row.code)], state([claim], [])],
    [/^changed/, "it is another member's", [book(row.code)], state([claim], [{ ...row, memberId: 'lee' }])],
    [
      /^changed/,
      'it lies on another date',
      [book(row.code)],
      state([claim], [{ ...row, date: '2026-12-02' }]),
    ],
    [/^double.*claim/, 'two claims of one slot', [book(row.code)], state([claim, claim], [row])],
    [
      /^double.*booking/,
      'two bookings of one slot',
      [book(row.code), book(second.code, { args: lee })],
      state([claim], [row, { ...second, memberId: 'lee' }]),
    ],
    [
      /^double.*AAAAA/,
      'one code twice',
      [book(row.code)],
      state([claim], [row, { ...row, id: 2, date: '2026-12-02' }]),
    ],
    [/^causeless/, 'a row without an operation', [], booked],
    [/^causeless/, 'a row whose client was refused', [book('SLOT_TAKEN', { outcome: 'fail' })], booked],
    [/^half: the claim/, 'a claim without a booking', [], state([claim], [])],
    [
      /^half: the block/,
      'a block that holds a booking',
      [book(row.code)],
      state([{ ...claim, kind: 'BLOCKED' }], [row]),
    ],
    [/^half: the booking/, 'a booking without a claim', [book(row.code)], state([], [row])],
    [/^unsettled/, 'an unknown that was never asked again', [unknown], empty],
    [/^two answers.*and/, 'two codes for one key', [book(row.code), book(second.code)], booked],
    [
      /^two answers.*refused/,
      'a repetition that is refused',
      [book(row.code), book('SLOT_TAKEN', { outcome: 'fail', start: 5, end: 6 })],
      booked,
    ],
    [/^no order/, 'a free slot refused as taken', [book('SLOT_TAKEN', { outcome: 'fail' })], empty],
    [/^no order/, 'a booking that its own client does not see', [book(row.code), read(['12-13'])], booked],
    [/^no order.*BOOKED$/, 'a cancelling that is lost', [book(row.code), cancel()], booked],
    [
      /^half.*cancelled/,
      'a cancelled booking that keeps its slot',
      [book(row.code), cancel()],
      { ...cancelled, claims: [claim] },
    ],
    [
      /^no order/,
      'a cancelled slot that is refused as taken',
      [book(row.code), cancel(), refused(4)],
      cancelled,
    ],
    [
      /^no order/,
      'a cancelled slot that is shown as taken',
      [book(row.code), cancel(), read(['09-10'], 4)],
      cancelled,
    ],
    [/^no order/, 'a booking that was cancelled by nobody', [book(row.code)], cancelled],
    [/^causeless.*CANCELLED/, 'an event that was nobody’s doing', [book(row.code)], cancelled],
    [/^history/, 'a cancelling without its event', [book(row.code), cancel()], { ...cancelled, events: [] }],
    [
      /^double.*CANCELLED twice/,
      'one booking cancelled twice',
      [book(row.code), cancel(), cancel(4)],
      { ...cancelled, events: [event('CANCELLED'), event('CANCELLED')] },
    ],
    [
      /^no order/,
      'a cancelled booking that is moved',
      [book(row.code), cancel(), move(4)],
      state([], [{ ...cancelledRow, ...there }], [event('CANCELLED'), event('MOVED')]),
    ],
    [
      /^double.*owns more/,
      'a move that owns two slots',
      [book(row.code), move()],
      { ...moved, claims: [claim, { ...claim, ...there }] },
    ],
    [
      /^half: the booking/,
      'a move whose claim stayed behind',
      [book(row.code), move()],
      { ...moved, claims: [claim] },
    ],
    [/^no order/, 'a move that is lost', [book(row.code), move()], booked],
    [
      /^history.*without an event/,
      'a move without its event',
      [book(row.code), move(), cancel(4)],
      state([], [{ ...cancelledRow, ...there }], [event('CANCELLED')]),
    ],
    [/^causeless.*moved/, 'a move to where nobody asked', [book(row.code)], moved],
    [
      /^no order/,
      'a place that is left and still shown as taken',
      [book(row.code), move(), read(['09-10', '12-13'], 4)],
      moved,
    ],
    [
      /^half: the booking/,
      'a hold that hides a booking',
      [book(row.code), hold('lee', 2, 600)],
      state([held], [row]),
    ],
    [/^no order/, 'a hold given on a booked slot', [book(row.code), hold('lee', 2, 600)], booked],
    [
      /^no order/,
      'a slot booked under a living hold',
      [hold('lee', 0, 600), book(row.code, { start: 2, end: 3 })],
      booked,
    ],
    [
      /^no order/,
      'a hold that outlives its time',
      [hold('lee', 0, 5), book('SLOT_TAKEN', { outcome: 'fail', start: 6, end: 7 })],
      state([held], []),
    ],
    [/^causeless.*held/, 'a hold that nobody asked for', [], state([held], [])],
    [
      /^double.*holds more/,
      'two holds of one member',
      [hold('lee', 0, 600), hold('lee', 2, 600, there)],
      state([held, { ...held, ...there }], []),
    ],
    [/^causeless.*blocked/, 'a block that nobody asked for', [], state([blocked], [])],
    [/^no order/, 'a block over a booking', [book(row.code), block('block', 2)], booked],
    [
      /^no order/,
      'an unblocking that frees a booking',
      [book(row.code), block('unblock', 2), book(ofLee.code, { args: lee, start: 4, end: 5 })],
      booked,
    ],
    [
      /^no order/,
      'a block refused where a member only holds',
      [hold('lee', 0, 600), block('block', 2, { outcome: 'fail', code: 'SLOT_BOOKED' })],
      state([held], []),
    ],
    [/^no order/, 'a block that is lost', [block('block', 0)], empty],
    [
      /^no order/,
      'a block refused where nothing is booked',
      [block('block', 0, { outcome: 'fail', code: 'SLOT_BOOKED' })],
      empty,
    ],
    [
      /^over the limit/,
      'eleven bookings of one member',
      manyRows.map(({ code, date, slot }, index) =>
        book(code, { args: { memberId: 'kim', key: `k${index}`, date, slot } }),
      ),
      state(
        manyRows.map((one) => ({ ...claim, date: one.date, reservationId: one.id })),
        manyRows,
      ),
    ],
  ])('%s: %s', (fault, _, history, end) => {
    expect(checkHistory(history, end)).toContainEqual(expect.stringMatching(fault));
  });
});
