import { beforeEach, describe, expect, it } from 'vitest';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertReservation, postCancel, postHold, postReservation } from '#test/factories/reservations.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import type { AvailableDay, Reservation, SlotHold } from '../../contract/reservations.ts';
import type { BookingRules } from '../../contract/sections.ts';

// 21 November 2026, 10:00 in Seoul.
const app = await createTestApp();
const admin = await insertAdmin(app);
const seeded: BookingRules = {
  horizonDays: 365,
  leadHours: 0,
  changeHours: 24,
  maxUpcoming: 10,
  maxPerDate: 2,
  holdMinutes: 10,
  offersPhone: false,
};
const publishRules = (rules: Partial<BookingRules>) =>
  publishChange(app, admin, 'booking', () => ({ ...seeded, ...rules }));
const book = async (date: string, time = '12-13') =>
  postReservation(app, await insertMember(app), { date, time });
const readDays = async (month: string) =>
  (await (await app.get(`/api/reservation/availability?month=${month}`)).json()) as AvailableDay[];

beforeEach(() => publishRules({}));

describe('booking rules', () => {
  it('the horizon ends the bookable dates', async () => {
    await publishRules({ horizonDays: 10 });
    expect((await readDays('2026-12')).map(({ date }) => date)).toEqual(['2026-12-01']);
    expect((await book('2026-12-01')).status).toBe(201);
    expect(await readError(await book('2026-12-02'))).toMatchObject({ code: 'DATE_UNAVAILABLE' });
  });

  it('a slot closes the lead time before it starts', async () => {
    await publishRules({ leadHours: 24 });
    const [today, tomorrow] = await readDays('2026-11');
    expect(today?.slots.every(({ state }) => state === 'PAST')).toBe(true);
    expect(tomorrow?.slots.map(({ state }) => state)).toEqual(['PAST', 'FREE', 'FREE', 'FREE', 'FREE']);
    const closed = await app.get('/api/reservation/booked-times?date=2026-11-22');
    expect(await closed.json()).toEqual(['09-10']);
    expect(await readError(await book('2026-11-22', '09-10'))).toMatchObject({
      status: 400,
      code: 'SLOT_CLOSED',
      message: '예약이 마감된 시간입니다. 다른 시간을 선택해 주세요.',
    });
    expect((await book('2026-11-22', '12-13')).status).toBe(201);
    expect(await readError(await book('2026-11-21', '09-10'))).toMatchObject({ code: 'SLOT_PAST' });
  });

  it('the limits of a member follow the rules and name them', async () => {
    await publishRules({ maxUpcoming: 3, maxPerDate: 1 });
    const member = await insertMember(app);
    for (const day of ['2027-01-11', '2027-01-12'])
      await insertReservation(app, member, { date: day, time: '09-10' });
    const sameDay = await postReservation(app, member, { date: '2027-01-12', time: '12-13' });
    expect(await readError(sameDay)).toMatchObject({ message: '같은 날짜에는 1건까지 예약할 수 있습니다.' });
    await insertReservation(app, member, { date: '2027-01-13', time: '09-10' });
    const fourth = await postReservation(app, member, { date: '2027-01-14', time: '09-10' });
    expect(await readError(fourth)).toMatchObject({ message: '앞으로의 미팅은 3건까지 예약할 수 있습니다.' });
  });

  it('a hold lasts as long as the rules say', async () => {
    await publishRules({ holdMinutes: 25 });
    const response = await postHold(app, await insertMember(app), { date: '2027-02-01', time: '09-10' });
    const { heldUntil, minutes } = (await response.json()) as SlotHold;
    expect(minutes).toBe(25);
    expect(Date.parse(heldUntil) - app.clock.now().getTime()).toBe(25 * 60_000);
  });

  it('members can cancel until the cut-off in the booking rules, which visitors see before they book', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member, { date: '2026-11-23', time: '12-13' });
    await publishRules({ changeHours: 72 });
    expect(await readError(await postCancel(app, member, id))).toMatchObject({ code: 'CHANGE_TOO_LATE' });
    await publishRules({ changeHours: 48 });
    expect(await (await app.get('/api/studio')).json()).toMatchObject({ changeHours: 48 });
    const [shown] = (await (
      await app.get('/api/reservation/my', { token: member.accessToken })
    ).json()) as Reservation[];
    expect(shown?.changeableUntil).toBe('2026-11-21T03:00:00.000Z');
    expect((await postCancel(app, member, id)).status).toBe(200);
  });
});
