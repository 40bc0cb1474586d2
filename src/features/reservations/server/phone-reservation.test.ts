import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import {
  phoneReservationBody,
  insertPhoneReservation,
  createAdminClient,
} from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import {
  reservationBody,
  countStatuses,
  insertReservation,
  insertHold,
  insertMembers,
  postReservation,
  readReservations,
} from '#test/factories/reservations.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { ReservationDetail } from '../contract/admin-reservations.ts';
import { idempotencyKeys, reservations, slotClaims } from './tables.ts';

const NOW = '2026-11-21T01:00:00Z';
const PATH = '/api/admin/reservation';
const app = await createTestApp({ now: NOW });
const studio = await createAdminClient(app);

const post = (changes: Record<string, unknown> = {}, key?: string, by = studio) =>
  by.post(PATH, phoneReservationBody(changes), key === undefined ? {} : { 'idempotency-key': key });
const codeOf = async (response: Response) => ((await response.json()) as ReservationDetail).reservationCode;

beforeEach(async () => {
  app.clock.set(NOW);
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
  await app.db.delete(adminAuditLog);
});

describe('a phone reservation', () => {
  it('creating a phone reservation responds 201 with its code and phone number', async () => {
    const response = await post({ desiredShootDate: '봄', location: '스튜디오', notes: '아이 둘' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      id: expect.any(Number) as number,
      customerId: expect.any(String) as string,
      note: null,
      shootType: 'FOOD',
      date: '2026-11-24',
      time: '09-10',
      desiredShootDate: '봄',
      location: '스튜디오',
      notes: '아이 둘',
      reservationCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/) as string,
      state: 'BOOKED',
      changeableUntil: '2026-11-23T00:00:00.000Z',
      createdAt: '2026-11-21T01:00:00.000Z',
      memberName: '전화손님',
      isGuest: true,
      phoneNumber: '01098765432',
      package: null,
      history: [],
      pictureIds: [],
    });
    expect(await readReservations(app)).toHaveLength(1);
  });

  it('a phone reservation needs only name, category and time', async () => {
    const detail = await insertPhoneReservation(studio, { phoneNumber: undefined });
    expect(detail).toMatchObject({ phoneNumber: null, desiredShootDate: '', location: '', notes: '' });
  });

  it('a phone reservation claims its slot', async () => {
    await insertPhoneReservation(studio);
    const booked = await app.get('/api/reservation/booked-times?date=2026-11-24');
    expect(await booked.json()).toEqual(['09-10']);
    expect((await postReservation(app, await insertMember(app))).status).toBe(409);
    expect((await post({ guestName: '다른손님' })).status).toBe(409);
  });

  it('a phone reservation is not subject to members’ limits and may be for later today', async () => {
    for (let day = 1; day <= 12; day += 1) {
      const date = `2026-12-${String(day).padStart(2, '0')}`;
      for (const time of ['09-10', '12-13', '15-16']) await insertPhoneReservation(studio, { date, time });
    }
    expect((await post({ date: '2026-11-21', time: '12-13' })).status).toBe(201);
  });

  it.each([
    [{ date: '2026-11-20' }, 'DATE_UNAVAILABLE'],
    [{ date: '2027-11-22' }, 'DATE_UNAVAILABLE'],
    [{ date: '2026-11-21', time: '09-10' }, 'SLOT_PAST'],
    [{ guestName: '' }, 'INVALID_INPUT'],
    [{ guestName: '홍*동' }, 'INVALID_INPUT'],
    [{ phoneNumber: '1234' }, 'INVALID_INPUT'],
    [{ phoneNumber: '+82-10-1234-5678' }, 'INVALID_INPUT'],
    [{ shootType: 'PORTRAIT' }, 'INVALID_INPUT'],
    [{ notes: '가'.repeat(2_001) }, 'INVALID_INPUT'],
  ])('%j answers 400', async (changes, code) => {
    expect(await readError(await post(changes))).toMatchObject({ status: 400, code });
    expect(await readReservations(app)).toEqual([]);
  });

  it('a phone reservation of a blocked slot is rejected with 409 but replaces a hold', async () => {
    await studio.post(`${PATH}/block-time`, { date: '2026-11-24', timeSlot: '09-10' });
    expect(await readError(await post())).toMatchObject({ status: 409, code: 'SLOT_TAKEN' });
    const member = await insertMember(app);
    const body = { date: '2026-11-25', time: '09-10' };
    await insertHold(app, member, body);
    expect((await post(body)).status).toBe(201);
    expect(await readError(await postReservation(app, member, body))).toMatchObject({ code: 'SLOT_TAKEN' });
    expect(await readReservations(app)).toHaveLength(1);
  });

  it('a phone reservation is audited without name, number and notes', async () => {
    const { id } = await insertPhoneReservation(studio, { notes: '비밀 이야기' });
    const lines = await app.db.select().from(adminAuditLog);
    expect(lines).toMatchObject([
      {
        adminId: studio.id,
        action: 'CREATE_GUEST_RESERVATION',
        target: `reservation:${id}`,
        before: null,
        after: { shootType: 'FOOD', date: '2026-11-24', slot: '09-10' },
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/전화손님|98765432|비밀/);
  });
});

describe('F-07 the Idempotency-Key of a phone reservation', () => {
  it('a phone reservation sent ten times at once is created once', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => post({}, 'key-1')));
    expect(countStatuses(responses)).toEqual({ 201: 10 });
    expect(new Set(await Promise.all(responses.map(codeOf))).size).toBe(1);
    expect(await readReservations(app)).toHaveLength(1);
    expect(await app.db.$count(adminAuditLog)).toBe(1);
  });

  it('a key reused with another body is rejected with 422', async () => {
    const REUSED = { status: 422, code: 'KEY_REUSED' };
    await post({}, 'key-1');
    expect(await readError(await post({ time: '12-13' }, 'key-1'))).toMatchObject(REUSED);
    const own = reservationBody({ time: '15-16' });
    expect((await studio.post('/api/reservation', own, { 'idempotency-key': 'key-2' })).status).toBe(201);
    expect(await readError(await post({ time: '15-16' }, 'key-2'))).toMatchObject(REUSED);
    expect(await readReservations(app)).toHaveLength(2);
  });

  it('the key of a phone reservation is scoped to its admin and valid for 24 hours', async () => {
    await post({}, 'key-1');
    const second = await createAdminClient(app);
    expect((await post({ time: '12-13' }, 'key-1', second)).status).toBe(201);
    app.clock.advance(24 * 3_600_000);
    expect((await post({ time: '15-16' }, 'key-1')).status).toBe(201);
    expect(await app.db.$count(idempotencyKeys)).toBe(2);
    // A repeated request gets the same response, even if the slot has changed hands since.
    expect((await post({ time: '15-16' }, 'key-1')).status).toBe(201);
    expect(await readReservations(app)).toHaveLength(3);
  });

  it('a rejected phone reservation stores no key', async () => {
    await insertReservation(app, await insertMember(app));
    expect((await post({}, 'key-1')).status).toBe(409);
    expect((await post({ time: '12-13' }, 'key-1')).status).toBe(201);
  });
});

describe('F-01 phone and online reservations at once', () => {
  it('a slot reserved by phone and online at once has one owner, ten times', async () => {
    const crowd = await insertMembers(app, 8);
    const second = await createAdminClient(app);
    for (let round = 0; round < 10; round += 1) {
      const date = `2026-12-${10 + round}`;
      const responses = await Promise.all([
        post({ date }),
        post({ date }, undefined, second),
        ...crowd.map((member) => postReservation(app, member, { date })),
      ]);
      expect(countStatuses(responses)).toEqual({ 201: 1, 409: 9 });
      await readReservations(app);
      // Reset, so that the winning member does not reach the limits in later rounds.
      await app.db.delete(slotClaims);
      await app.db.delete(reservations);
    }
  });
});
