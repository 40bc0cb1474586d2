import { beforeEach, describe, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

/** Simulates a reload: loads the module again with the same storage. */
const load = async () => {
  vi.resetModules();
  return import('./booking-draft.ts');
};

const details = { desiredShootDate: '내년 봄', location: '서울숲', notes: '' };

const result = {
  id: 1,
  shootType: 'FOOD' as const,
  date: '2026-11-24',
  time: '09-10' as const,
  ...details,
  reservationCode: 'K7Q2M-9XH4T',
  state: 'BOOKED' as const,
  changeableUntil: '2026-11-23T00:00:00.000Z',
  createdAt: '2026-11-21T01:00:00.000Z',
};

describe('the draft of a booking', () => {
  beforeEach(() => stored.clear());

  it('the booking draft survives a reload', async () => {
    const first = await load();
    first.chooseCategory({ id: 'FOOD', name: '음식' });
    first.chooseDate('2026-11-24');
    first.chooseTime('09-10');
    const answers = { 'a-1': '세 명' };
    first.useBookingDraft.setState({ details, answers, meetingKind: 'PHONE' });
    const { useBookingDraft } = await load();
    expect(useBookingDraft.getState()).toMatchObject({
      category: { id: 'FOOD', label: '음식' },
      date: '2026-11-24',
      time: '09-10',
      details,
      answers,
      meetingKind: 'PHONE',
    });
  });

  it('a draft of an older version of the site has no answers and is for a meeting in the studio', async () => {
    const first = await load();
    first.chooseCategory({ id: 'FOOD', name: '음식' });
    const { state, version } = JSON.parse(stored.get('booking') ?? '') as { state: object; version: number };
    const older = Object.entries(state).filter(([name]) => name !== 'answers' && name !== 'meetingKind');
    stored.set('booking', JSON.stringify({ state: Object.fromEntries(older), version }));
    const { useBookingDraft } = await load();
    expect(useBookingDraft.getState()).toMatchObject({
      category: { id: 'FOOD' },
      answers: {},
      meetingKind: 'VISIT',
    });
  });

  it.each([['not json'], ['{}'], [JSON.stringify({ state: { date: '2026-02-30' }, version: 0 })]])(
    'the booking draft starts empty when the storage contains %s',
    async (text) => {
      stored.set('booking', text);
      const { useBookingDraft } = await load();
      expect(useBookingDraft.getState()).toMatchObject({ category: null, date: null, result: null });
    },
  );

  it('changing the date clears the time, and nothing else does', async () => {
    const { chooseDate, chooseTime, useBookingDraft } = await load();
    chooseDate('2026-11-24');
    chooseTime('12-13');
    chooseDate('2026-11-24');
    expect(useBookingDraft.getState().time).toBe('12-13');
    chooseDate('2026-11-25');
    expect(useBookingDraft.getState().time).toBeNull();
  });

  it('the idempotency key stays the same for the same content, even after a reload', async () => {
    const { draftIdempotencyKey: bookingKey } = await load();
    const key = bookingKey({ location: '서울숲' });
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    const again = await load();
    expect(again.draftIdempotencyKey({ location: '서울숲' })).toBe(key);
    expect(again.draftIdempotencyKey({ location: '한강' })).not.toBe(key);
  });

  it('a completed booking draft keeps only its result', async () => {
    const { chooseCategory, chooseDate, chooseTime, clearChoices, useBookingDraft } = await load();
    chooseCategory({ id: 'FOOD', name: '음식' });
    chooseDate(result.date);
    chooseTime(result.time);
    useBookingDraft.setState({ details, answers: { 'a-1': '세 명' }, result });
    clearChoices();
    expect(useBookingDraft.getState()).toMatchObject({
      category: null,
      details: { desiredShootDate: '', location: '', notes: '' },
      answers: {},
      sent: null,
      result,
    });
  });

  it('completing a booking does not clear a draft started meanwhile', async () => {
    const { chooseCategory, chooseDate, chooseTime, clearChoices, useBookingDraft } = await load();
    chooseCategory({ id: 'FOOD', name: '음식' });
    chooseDate('2026-11-25');
    chooseTime('12-13');
    clearChoices();
    useBookingDraft.setState({ result });
    clearChoices();
    expect(useBookingDraft.getState()).toMatchObject({
      category: { id: 'FOOD' },
      date: '2026-11-25',
      time: '12-13',
      result,
    });
  });
});
