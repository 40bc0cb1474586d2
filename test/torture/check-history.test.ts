import { describe, expect, it } from 'vitest';
import { checkHistory } from './check-history.ts';
import type { BookOperation, FinalState, Operation, ReadOperation } from './history.ts';

const DATE = '2026-12-01';

const book = (code: string | null, changes: Partial<BookOperation> = {}): BookOperation => ({
  op: 'book',
  args: { memberId: 'kim', key: 'k1', date: DATE, slot: '09-10' },
  start: 0,
  end: 1,
  outcome: 'ok',
  code,
  ...changes,
});
const lee = { memberId: 'lee', key: 'k2', date: DATE, slot: '09-10' } as const;
const read = (seen: string[]): ReadOperation => ({
  op: 'read',
  args: { date: DATE, slot: '09-10' },
  start: 2,
  end: 3,
  outcome: 'ok',
  seen,
});

const row = { id: 1, code: 'AAAAA-AAAAA', memberId: 'kim', date: DATE, slot: '09-10' };
const claim = { date: DATE, slot: '09-10', kind: 'BOOKED', reservationId: 1 } as const;
const empty: FinalState = { claims: [], bookings: [] };
const booked: FinalState = { claims: [claim], bookings: [row] };
const unknown = book(null, { outcome: 'unknown' });

describe('a history in which every promise was kept', () => {
  it.each<[string, Operation[], FinalState]>([
    ['nothing happened', [], empty],
    ['booked and seen', [book(row.code), read(['09-10'])], booked],
    [
      'booked, the other refused',
      [book(row.code), book('SLOT_TAKEN', { args: lee, outcome: 'fail' })],
      booked,
    ],
    ['unknown, then given again', [unknown, book(row.code, { start: 5, end: 6 })], booked],
    [
      'unknown and never done, then refused',
      [unknown, book('SLOT_TAKEN', { outcome: 'fail', start: 5, end: 6 }), book(row.code, { args: lee })],
      { claims: [claim], bookings: [{ ...row, memberId: 'lee' }] },
    ],
    [
      'refused, then booked with the same key',
      [book('BOOKING_LIMIT', { outcome: 'fail' }), book(row.code, { start: 5, end: 6 })],
      booked,
    ],
    ['a block', [], { claims: [{ ...claim, kind: 'BLOCKED', reservationId: null }], bookings: [] }],
    ['a reading that got no answer', [book(row.code), { ...read([]), outcome: 'unknown' }], booked],
  ])('%s', (_, history, state) => {
    expect(checkHistory(history, state)).toEqual([]);
  });
});

describe('a history in which one was broken is found out', () => {
  const second = { ...row, id: 2, code: 'BBBBB-BBBBB' };
  const ofLee = { ...row, memberId: 'lee' };

  it.each<[RegExp, string, Operation[], FinalState]>([
    [/^lost/, 'an acknowledged booking is gone', [book(row.code)], empty],
    [/^lost/, 'only its claim is left', [book(row.code)], { claims: [claim], bookings: [] }],
    [/^changed/, "it is another member's", [book(row.code)], { claims: [claim], bookings: [ofLee] }],
    [
      /^changed/,
      'it lies on another date',
      [book(row.code)],
      { claims: [claim], bookings: [{ ...row, date: '2026-12-02' }] },
    ],
    [
      /^double.*claim/,
      'two claims of one slot',
      [book(row.code)],
      { claims: [claim, claim], bookings: [row] },
    ],
    [
      /^double.*booking/,
      'two bookings of one slot',
      [book(row.code), book(second.code, { args: lee })],
      { claims: [claim], bookings: [row, { ...second, memberId: 'lee' }] },
    ],
    [
      /^double.*AAAAA/,
      'one code twice',
      [book(row.code)],
      { claims: [claim], bookings: [row, { ...row, id: 2, date: '2026-12-02' }] },
    ],
    [/^causeless/, 'a row without an operation', [], booked],
    [/^causeless/, 'a row whose client was refused', [book('SLOT_TAKEN', { outcome: 'fail' })], booked],
    [/^half: the claim/, 'a claim without a booking', [], { claims: [claim], bookings: [] }],
    [
      /^half: the block/,
      'a block that holds a booking',
      [book(row.code)],
      { claims: [{ ...claim, kind: 'BLOCKED' }], bookings: [row] },
    ],
    [/^half: the booking/, 'a booking without a claim', [book(row.code)], { claims: [], bookings: [row] }],
    [/^unsettled/, 'an unknown that was never asked again', [unknown], empty],
    [/^two answers.*and/, 'two codes for one key', [book(row.code), book(second.code)], booked],
    [
      /^two answers.*refused/,
      'a repetition that is refused',
      [book(row.code), book('SLOT_TAKEN', { outcome: 'fail', start: 5, end: 6 })],
      booked,
    ],
    [/^false refusal/, 'a free slot refused as taken', [book('SLOT_TAKEN', { outcome: 'fail' })], empty],
    [/^blind read/, 'a booking that its own client does not see', [book(row.code), read(['12-13'])], booked],
  ])('%s: %s', (fault, _, history, state) => {
    expect(checkHistory(history, state)).toContainEqual(expect.stringMatching(fault));
  });
});
