import { beforeEach, describe, expect, it } from 'vitest';
import { insertAdmin, type SignedInMember } from '#test/factories/members.ts';
import {
  insertReservation,
  insertHold,
  insertMembers,
  postCancel,
  renewSession,
} from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import type { AvailableDay } from '../../contract/reservations.ts';
import { reservations, slotClaims } from '../tables.ts';

const NOW = '2026-11-21T01:00:00Z';
const app = await createTestApp({ now: NOW });
const [member, other, third] = await insertMembers(app, 3);
const admin = { token: (await insertAdmin(app)).accessToken };

const read = async (month: string, asking?: Pick<SignedInMember, 'accessToken'>): Promise<AvailableDay[]> => {
  const options = asking === undefined ? {} : { token: asking.accessToken };
  const response = await app.get(`/api/reservation/availability?month=${month}`, options);
  expect(response.status).toBe(200);
  return (await response.json()) as AvailableDay[];
};
const readDay = async (date: string, asking?: Pick<SignedInMember, 'accessToken'>) => {
  const day = (await read(date.slice(0, 7), asking)).find((each) => each.date === date);
  return Object.fromEntries(day?.slots.map(({ time, state }) => [time, state]) ?? []);
};

beforeEach(async () => {
  app.clock.set(NOW);
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
});

describe('GET /api/reservation/availability', () => {
  it('availability lists the bookable dates of the month from today on', async () => {
    const days = await read('2026-11');
    expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([10, '2026-11-21', '2026-11-30']);
    expect((await read('2027-02')).map(({ date }) => date)).toHaveLength(28);
    expect((await read('2027-11')).at(-1)?.date).toBe('2027-11-21');
    expect(await read('2026-10')).toEqual([]);
    expect(await read('2027-12')).toEqual([]);
  });

  it('availability names public holidays', async () => {
    const days = await read('2026-12');
    expect(days.filter(({ holiday }) => holiday !== null)).toMatchObject([
      { date: '2026-12-25', holiday: '성탄절' },
    ]);
  });

  it('a date is closed when the studio has blocked all of its slots, but not when they are booked', async () => {
    const isClosed = async () =>
      Object.fromEntries((await read('2026-11')).map((day) => [day.date, day.isClosed]));
    const block = (timeSlot: string) =>
      app.post('/api/admin/reservation/block-time', { date: '2026-11-25', timeSlot }, { token: admin.token });
    for (const time of ['09-10', '12-13', '15-16', '18-19']) await block(time);
    for (const [index, time] of ['09-10', '12-13', '15-16', '18-19', '21-22'].entries())
      await insertReservation(app, index < 2 ? member! : index < 4 ? other! : third!, {
        date: '2026-11-26',
        time,
      });
    expect(await isClosed()).toMatchObject({ '2026-11-25': false, '2026-11-26': false });
    await block('21-22');
    expect(await isClosed()).toMatchObject({ '2026-11-25': true, '2026-11-26': false });
  });

  it('availability distinguishes free, held, taken, past and own slots without revealing owners', async () => {
    await insertReservation(app, other!, { date: '2026-11-21', time: '15-16' });
    await insertHold(app, member!, { date: '2026-11-21', time: '18-19' });
    await app.post(
      '/api/admin/reservation/block-time',
      { date: '2026-11-21', timeSlot: '21-22' },
      { token: admin.token },
    );
    const visible = {
      '09-10': 'PAST',
      '12-13': 'FREE',
      '15-16': 'TAKEN',
      '18-19': 'HELD',
      '21-22': 'TAKEN',
    };
    expect(await readDay('2026-11-21')).toEqual(visible);
    expect(await readDay('2026-11-21', other)).toEqual(visible);
    expect(await readDay('2026-11-21', member)).toEqual({ ...visible, '18-19': 'MINE' });
  });

  it('slots of expired holds and cancelled reservations are free', async () => {
    const reservation = await insertReservation(app, other!, { date: '2026-11-24', time: '15-16' });
    await insertHold(app, member!, { date: '2026-11-24', time: '18-19' });
    expect(await readDay('2026-11-24')).toMatchObject({ '15-16': 'TAKEN', '18-19': 'HELD' });
    await postCancel(app, other!, reservation.id);
    app.clock.advance(10 * 60_000);
    const later = await renewSession(app, member!);
    expect(await readDay('2026-11-24', later)).toMatchObject({ '15-16': 'FREE', '18-19': 'FREE' });
  });

  it.each([
    ['2026-11-30T14:59:59.999Z', '2026-11', ['2026-11-30'], 'PAST'],
    ['2026-11-30T15:00:00.000Z', '2026-11', [], undefined],
    ['2026-12-30T23:59:59.999Z', '2026-12', ['2026-12-31'], 'FREE'],
    ['2026-12-31T00:00:00.000Z', '2026-12', ['2026-12-31'], 'PAST'],
  ])('F-15 at %s of %s is %j, its first slot %s', async (now, month, dates, first) => {
    app.clock.set(now);
    const days = await read(month);
    expect(days.map(({ date }) => date)).toEqual(dates);
    expect(days[0]?.slots[0]?.state).toBe(first);
  });

  it.each(['', '?month=', '?month=2026-13', '?month=2026-1', '?month=2026-11-21', '?month=abcd-01'])(
    'S-112 availability rejects %j',
    async (query) => {
      expect((await app.get(`/api/reservation/availability${query}`)).status).toBe(400);
    },
  );
});
