import { describe, expect, it } from 'vitest';
import { listWeekSlots, markSlots } from './mark-slots.ts';

const slotOf = (time: string, state: 'FREE' | 'BLOCKED' | 'BOOKED', isPast = false) => ({
  time,
  state,
  isPast,
  isCancelled: false,
  closureId: null,
  note: '',
  reservation:
    state === 'BOOKED'
      ? {
          id: 1,
          shootType: 'WEDDING',
          date: '2026-12-02',
          time,
          desiredShootDate: '',
          location: '',
          notes: '',
          reservationCode: 'ABCDE-FGHJK',
          state,
          changeableUntil: null,
          createdAt: '2026-11-27T00:00:00Z',
          memberName: '김민수',
          isGuest: true,
        }
      : null,
});
const slots = listWeekSlots([
  { date: '2026-12-01', holiday: null, slots: [slotOf('09-10', 'FREE', true), slotOf('12-13', 'FREE')] },
  { date: '2026-12-02', holiday: null, slots: [slotOf('09-10', 'BOOKED'), slotOf('12-13', 'FREE')] },
  { date: '2026-12-03', holiday: null, slots: [slotOf('09-10', 'FREE'), slotOf('12-13', 'BLOCKED')] },
]);
const mark = (from: string, to: string): string[] => {
  const find = (id: string) => slots.find((slot) => slot.id === id) ?? expect.fail(id);
  return markSlots(slots, find(from), find(to)).map(({ id }) => id);
};

describe('markSlots', () => {
  it('marks the free slots between two, in either direction, without past and booked ones', () => {
    const all = ['2026-12-01 12-13', '2026-12-02 12-13', '2026-12-03 09-10'];
    expect(mark('2026-12-01 12-13', '2026-12-03 09-10')).toEqual(all);
    expect(mark('2026-12-03 09-10', '2026-12-01 12-13')).toEqual(all);
    expect(mark('2026-12-01 12-13', '2026-12-02 12-13')).toEqual(['2026-12-01 12-13', '2026-12-02 12-13']);
  });

  it('marks nothing where the drag began, so that it can be given up', () => {
    expect(mark('2026-12-01 12-13', '2026-12-01 12-13')).toEqual([]);
  });

  it('marks only a free slot for a reservation', () => {
    expect(mark('2026-12-02 09-10', '2026-12-03 09-10')).toEqual(['2026-12-03 09-10']);
    for (const taken of ['2026-12-01 09-10', '2026-12-02 09-10', '2026-12-03 12-13'])
      expect(mark('2026-12-02 09-10', taken)).toEqual([]);
  });
});
