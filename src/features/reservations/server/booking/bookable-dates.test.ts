import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { insertMember } from '#test/factories/members.ts';
import { insertReservation, postReservation } from '#test/factories/reservations.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { Reservation } from '../../contract/reservations.ts';
import { reservations, slotClaims } from '../tables.ts';

const app = await createTestApp();
const member = await insertMember(app);
const DATE_UNAVAILABLE = {
  status: 400,
  code: 'DATE_UNAVAILABLE',
  message: '예약할 수 없는 날짜입니다. 다른 날짜를 선택해 주세요.',
};
const SLOT_PAST = {
  status: 400,
  code: 'SLOT_PAST',
  message: '이미 지난 시간입니다. 다른 시간을 선택해 주세요.',
};

const useTimeZone = (zone: string): void => {
  beforeAll(() => void vi.stubEnv('TZ', zone));
  afterAll(() => void vi.unstubAllEnvs());
};

beforeEach(async () => {
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
});

describe('S-112 invalid reservations', () => {
  it.each([
    ['date', '2026-02-30', '날짜를 확인해 주세요.'],
    ['date', '2026-13-01', '날짜를 확인해 주세요.'],
    ['date', '0000-01-01', '날짜를 확인해 주세요.'],
    ['date', '2026-11-24T00:00:00Z', '날짜를 확인해 주세요.'],
    ['date', 1_795_000_000, '날짜를 확인해 주세요.'],
    ['date', null, '날짜를 확인해 주세요.'],
    ['time', '9-11', '회의 시간을 선택해 주세요.'],
    ['time', '', '회의 시간을 선택해 주세요.'],
    ['time', undefined, '회의 시간을 선택해 주세요.'],
    ['shootType', 'REPRESENTATIVE', '카테고리를 선택해 주세요.'],
    ['shootType', 'wedding', '카테고리를 선택해 주세요.'],
    ['desiredShootDate', ' \u3000', '희망 촬영 날짜를 입력해 주세요.'],
    ['location', '', '촬영 장소를 입력해 주세요.'],
    ['location', undefined, '촬영 장소를 입력해 주세요.'],
    ['location', '가'.repeat(201), '촬영 장소는 200자까지 입력할 수 있습니다.'],
    ['notes', '\u202e', '사용할 수 없는 문자가 들어 있습니다.'],
  ])('%s %j answers 400', async (field, value, message) => {
    const response = await postReservation(app, member, { [field]: value });
    expect(response.status).toBe(400);
    const body = (await response.json()) as ErrorBody;
    expect(body).toMatchObject({ code: 'INVALID_INPUT', fields: { [field]: message } });
    expect(await app.db.select().from(reservations)).toEqual([]);
  });

  it('values at the limits are accepted', async () => {
    const full = {
      location: '가'.repeat(200),
      notes: '📷'.repeat(2_000),
      desiredShootDate: '나'.repeat(100),
    };
    expect(await insertReservation(app, member, full)).toMatchObject(full);
  });
});

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Seoul'];

describe.each(ZONES)('F-15 bookable dates in Seoul, with the server in %s', (zone) => {
  useTimeZone(zone);

  it.each([
    [
      'a minute before midnight, the day before',
      '2026-11-24T14:59:59.999Z',
      '2026-11-23',
      '21-22',
      DATE_UNAVAILABLE,
    ],
    ['a minute before midnight, today', '2026-11-24T14:59:59.999Z', '2026-11-24', '21-22', SLOT_PAST],
    ['a minute before midnight, tomorrow', '2026-11-24T14:59:59.999Z', '2026-11-25', '09-10', null],
    [
      'at midnight, the day that has ended',
      '2026-11-24T15:00:00.000Z',
      '2026-11-24',
      '21-22',
      DATE_UNAVAILABLE,
    ],
    ['at midnight, the day that begins', '2026-11-24T15:00:00.000Z', '2026-11-25', '09-10', null],
    ['at 08:59:59.999', '2026-11-23T23:59:59.999Z', '2026-11-24', '09-10', null],
    ['at 09:00:00', '2026-11-24T00:00:00.000Z', '2026-11-24', '09-10', SLOT_PAST],
    ['at 09:00:00, the next slot', '2026-11-24T00:00:00.000Z', '2026-11-24', '12-13', null],
    ['at 11:59:59.999', '2026-11-24T02:59:59.999Z', '2026-11-24', '12-13', null],
    ['at 12:00:00', '2026-11-24T03:00:00.000Z', '2026-11-24', '12-13', SLOT_PAST],
    ['at 14:59:59.999', '2026-11-24T05:59:59.999Z', '2026-11-24', '15-16', null],
    ['at 15:00:00', '2026-11-24T06:00:00.000Z', '2026-11-24', '15-16', SLOT_PAST],
    ['at 17:59:59.999', '2026-11-24T08:59:59.999Z', '2026-11-24', '18-19', null],
    ['at 18:00:00', '2026-11-24T09:00:00.000Z', '2026-11-24', '18-19', SLOT_PAST],
    ['at 20:59:59.999', '2026-11-24T11:59:59.999Z', '2026-11-24', '21-22', null],
    ['at 21:00:00', '2026-11-24T12:00:00.000Z', '2026-11-24', '21-22', SLOT_PAST],
    ['before the new year', '2026-12-31T14:59:59.999Z', '2027-01-01', '09-10', null],
    ['in the new year', '2026-12-31T15:00:00.000Z', '2026-12-31', '21-22', DATE_UNAVAILABLE],
    ['on a leap day', '2028-02-28T15:00:00.000Z', '2028-02-29', '09-10', null],
    ['after a leap day', '2028-02-29T15:00:00.000Z', '2028-02-29', '09-10', DATE_UNAVAILABLE],
    [
      'before a leap day is a year ahead',
      '2027-02-28T14:59:59.999Z',
      '2028-02-29',
      '12-13',
      DATE_UNAVAILABLE,
    ],
    ['when a leap day is a year ahead', '2027-02-28T15:00:00.000Z', '2028-02-29', '12-13', null],
    ['365 days ahead', '2026-11-21T01:00:00.000Z', '2027-11-21', '09-10', null],
    ['366 days ahead', '2026-11-21T01:00:00.000Z', '2027-11-22', '09-10', DATE_UNAVAILABLE],
    [
      '366 days ahead, at the midnight that makes it 365',
      '2026-11-21T15:00:00.000Z',
      '2027-11-22',
      '09-10',
      null,
    ],
  ])('%s', async (_, now, date, time, refusal) => {
    app.clock.set(now);
    // A new session, because the clock moves beyond the lifetime of a token.
    const response = await postReservation(app, await insertMember(app), { date, time });
    if (refusal !== null) return expect(await readError(response)).toEqual(refusal);
    expect(response.status).toBe(201);
    expect((await response.json()) as Reservation).toMatchObject({ date, time });
    const booked = await app.get(`/api/reservation/booked-times?date=${date}`);
    return expect(await booked.json()).toEqual([time]);
  });
});

describe.each([...ZONES, 'Pacific/Kiritimati'])('the time zone %s of the server', (zone) => {
  useTimeZone(zone);

  it('F-15 a date never shifts by a day', async () => {
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    app.clock.set('2026-11-20T15:00:00.000Z');
    const visitor = await insertMember(app);
    const dates = ['2026-11-21', '2026-12-31', '2027-01-01', '2027-03-14', '2027-11-07'];
    for (const date of dates) {
      const reservation = await insertReservation(app, visitor, { date });
      expect(reservation).toMatchObject({ date, createdAt: '2026-11-20T15:00:00.000Z' });
      expect(await (await app.get(`/api/reservation/booked-times?date=${date}`)).json()).toEqual(['09-10']);
    }
    const mine = await app.get('/api/reservation/my', { token: visitor.accessToken });
    expect(((await mine.json()) as Reservation[]).map(({ date }) => date)).toEqual(dates.toReversed());
    const stored = await app.db.select({ date: slotClaims.date }).from(slotClaims);
    expect(stored.map(({ date }) => date).toSorted()).toEqual(dates);
  });
});
