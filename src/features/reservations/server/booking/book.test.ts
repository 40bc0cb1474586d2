import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { members } from '#core/auth/server/tables.ts';
import { insertMember } from '#test/factories/members.ts';
import {
  reservationBody,
  countStatuses,
  insertReservation,
  insertMembers,
  postCancel,
  postReservation,
  readReservations,
  renewSession,
} from '#test/factories/reservations.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { Reservation } from '../../contract/reservations.ts';
import { defaultSlots } from '../../contract/slots.ts';
import { idempotencyKeys, reservations, slotClaims } from '../tables.ts';
import { createReservation } from './book.ts';

const NOW = '2026-11-21T01:00:00Z';
const CLIENTS = process.env.TEST_FULL === undefined ? 30 : 60;
const app = await createTestApp({ now: NOW });
const TAKEN = {
  status: 409,
  code: 'SLOT_TAKEN',
  message: '이미 예약된 시간입니다. 다른 시간을 선택해 주세요.',
};

const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as Reservation).reservationCode;

beforeEach(async () => {
  app.clock.set(NOW);
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
});

describe('POST /api/reservation', () => {
  it('@3-reservation @3-new-reservation @6-member-books creating a reservation responds 201 with its code', async () => {
    const member = await insertMember(app);
    const response = await postReservation(app, member, { notes: '두 사람입니다.' });
    expect(response.status).toBe(201);
    const reservation = (await response.json()) as Reservation;
    expect(reservation).toEqual({
      ...reservationBody({ notes: '두 사람입니다.' }),
      id: expect.any(Number),
      reservationCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/),
      state: 'BOOKED',
      changeableUntil: '2026-11-23T00:00:00.000Z',
      createdAt: '2026-11-21T01:00:00.000Z',
    });
    expect(await readReservations(app)).toHaveLength(1);
    const own = await app.get('/api/reservation/my', { token: member.accessToken });
    expect(await own.json()).toEqual([reservation]);
  });

  it('a reservation without notes has empty notes', async () => {
    const response = await postReservation(app, await insertMember(app), { notes: undefined });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ notes: '' });
  });

  it('S-041 the owner of a reservation comes from the token, and unknown fields are ignored', async () => {
    const [member, victim] = await insertMembers(app, 2);
    const forged = {
      id: 1,
      memberId: victim?.id,
      memberName: '다른 사람',
      reservationCode: 'AAAAA-AAAAA',
      createdAt: '2020-01-01T00:00:00Z',
      answered: true,
    };
    const response = await postReservation(app, member!, forged);
    const reservation = (await response.json()) as Reservation;
    expect(reservation).not.toHaveProperty('memberName');
    expect(reservation.reservationCode).not.toBe('AAAAA-AAAAA');
    expect(reservation.createdAt).toBe('2026-11-21T01:00:00.000Z');
    expect((await readReservations(app)).map(({ memberId }) => memberId)).toEqual([member?.id]);
  });

  it('F-01 of many clients booking one slot one gets 201 and the others get 409', async () => {
    const crowd = await insertMembers(app, CLIENTS);
    const responses = await Promise.all(
      crowd.map((member, index) => postReservation(app, member, {}, `crowd-${index}`)),
    );
    expect(countStatuses(responses)).toEqual({ 201: 1, 409: CLIENTS - 1 });
    const losers = responses.filter(({ status }) => status === 409);
    expect(await Promise.all(losers.map(readError))).toEqual(losers.map(() => TAKEN));
    expect(await readReservations(app)).toHaveLength(1);
    expect(await app.db.select().from(idempotencyKeys)).toHaveLength(1);
  });

  it('F-01 many clients booking the five slots of a date create five reservations', async () => {
    const crowd = await insertMembers(app, CLIENTS);
    const responses = await Promise.all(
      crowd.map((member, index) =>
        postReservation(app, member, { time: defaultSlots[index % defaultSlots.length] }),
      ),
    );
    expect(countStatuses(responses)).toEqual({ 201: 5, 409: CLIENTS - 5 });
    expect(await readReservations(app)).toHaveLength(5);
  });

  it('another code is generated when the first is taken', async () => {
    const member = await insertMember(app);
    const taken = await insertReservation(app, member);
    const codes = [taken.reservationCode, taken.reservationCode, 'ZZZZZ-00000'];
    const request = { ...taken, time: '12-13' as const, answers: [] };
    const attempt = { memberId: member.id, key: null, request, now: app.clock.now() };
    const reservation = await createReservation(app.db, attempt, () => codes.shift() ?? 'ZZZZZ-00001');
    expect(reservation.code).toBe('ZZZZZ-00000');
    expect(await readReservations(app)).toHaveLength(2);
  });

  it('creating a reservation responds 401 when the account was deleted meanwhile', async () => {
    const member = await insertMember(app);
    const other = await insertReservation(app, await insertMember(app));
    const request = { ...other, time: '12-13' as const, answers: [] };
    await app.db.delete(members).where(eq(members.id, member.id));
    const attempt = { memberId: member.id, key: null, request, now: app.clock.now() };
    await expect(createReservation(app.db, attempt)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('F-07 Idempotency-Key', () => {
  it('repeating a request with the same key and body creates one reservation', async () => {
    const member = await insertMember(app);
    const first = await postReservation(app, member, {}, 'key-1');
    const again = await postReservation(app, member, {}, 'key-1');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await first.json());
    expect(await readReservations(app)).toHaveLength(1);
  });

  it('20 requests at once with one key create one reservation', async () => {
    const member = await insertMember(app);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => postReservation(app, member, {}, 'key-1')),
    );
    expect(countStatuses(responses)).toEqual({ 201: 20 });
    expect(new Set(await Promise.all(responses.map(codeOf))).size).toBe(1);
    expect(await readReservations(app)).toHaveLength(1);
  });

  it('F-08 two tabs of a member that book one slot with different notes at once create one reservation', async () => {
    const member = await insertMember(app);
    const tabs = await Promise.all([
      postReservation(app, member, { notes: '한 탭' }, 'key-1'),
      postReservation(app, member, { notes: '다른 탭' }, 'key-2'),
    ]);
    expect(countStatuses(tabs)).toEqual({ 201: 1, 409: 1 });
    const refused = tabs.find(({ status }) => status === 409)!;
    expect(await readError(refused)).toMatchObject({ code: 'SLOT_TAKEN' });
    expect(await readReservations(app)).toHaveLength(1);
  });

  it('the same key with another body is rejected with 422, also concurrently', async () => {
    const member = await insertMember(app);
    await insertReservation(app, await insertMember(app), { time: '21-22' });
    const responses = await Promise.all(
      defaultSlots.map((time) => postReservation(app, member, { time }, 'key-1')),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    // A concurrent request may see the taken slot first; later ones see the reused key.
    expect(statuses.filter((status) => status !== 201 && status !== 409 && status !== 422)).toEqual([]);
    expect(statuses.filter((status) => status === 422).length).toBeGreaterThanOrEqual(3);
    expect(await readReservations(app)).toHaveLength(2);
    const later = await postReservation(app, member, { date: '2026-12-01' }, 'key-1');
    expect(await readError(later)).toMatchObject({ status: 422, code: 'KEY_REUSED' });
  });

  it('an idempotency key is scoped to its member', async () => {
    const [member, other] = await insertMembers(app, 2);
    await postReservation(app, member!, {}, 'key-1');
    const response = await postReservation(app, other!, { time: '12-13' }, 'key-1');
    expect(response.status).toBe(201);
    expect(await readReservations(app)).toHaveLength(2);
  });

  it('a repeated request is answered even after the slot has begun', async () => {
    app.clock.set('2026-11-23T23:59:59.999Z');
    const member = await insertMember(app);
    const first = await postReservation(app, member, {}, 'key-1');
    app.clock.set('2026-11-24T00:00:01Z');
    const again = await postReservation(app, member, {}, 'key-1');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await codeOf(again)).toBe(await codeOf(first));
  });

  it('an idempotency key can be reused for another reservation after 24 hours', async () => {
    const member = await insertMember(app);
    await postReservation(app, member, {}, 'key-1');
    app.clock.advance(24 * 3_600_000 - 1);
    const later = await renewSession(app, member);
    expect((await postReservation(app, later, { time: '12-13' }, 'key-1')).status).toBe(422);
    app.clock.advance(1);
    const second = await postReservation(app, later, { time: '12-13' }, 'key-1');
    const again = await postReservation(app, later, { time: '12-13' }, 'key-1');
    expect(await codeOf(again)).toBe(await codeOf(second));
    expect(await readReservations(app)).toHaveLength(2);
    expect(await app.db.select().from(idempotencyKeys)).toHaveLength(1);
  });

  it('a rejected request stores no key, so that it may succeed later', async () => {
    const [member, other] = await insertMembers(app, 2);
    await insertReservation(app, other!);
    expect((await postReservation(app, member!, {}, 'key-1')).status).toBe(409);
    expect((await postReservation(app, member!, { time: '12-13' }, 'key-1')).status).toBe(201);
  });

  it.each(['', 'a b', '키', 'k'.repeat(256), 'a\u007f'])(
    'the idempotency key %j is rejected',
    async (key) => {
      const member = await insertMember(app);
      // Headers carry bytes, so characters beyond ASCII are sent as UTF-8 bytes.
      const response = await postReservation(app, member, {}, Buffer.from(key).toString('latin1'));
      expect(await readError(response)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect(await readReservations(app)).toHaveLength(0);
    },
  );

  it('an idempotency key of 255 characters is accepted', async () => {
    const member = await insertMember(app);
    expect((await postReservation(app, member, {}, '~'.repeat(255))).status).toBe(201);
  });
});

describe('F-07 a second idempotency key', () => {
  it('a second key answered with an existing reservation keeps returning it, even after its cancellation', async () => {
    const member = await insertMember(app);
    const first = await postReservation(app, member, {}, 'key-1');
    const { id, reservationCode } = (await first.json()) as Reservation;
    expect(await codeOf(await postReservation(app, member, {}, 'key-2'))).toBe(reservationCode);
    expect((await postCancel(app, member, id)).status).toBe(200);
    await insertReservation(app, await insertMember(app));
    for (const key of ['key-1', 'key-2'])
      expect(await codeOf(await postReservation(app, member, {}, key))).toBe(reservationCode);
    expect(await readError(await postReservation(app, member, {}, 'key-3'))).toEqual(TAKEN);
  });
});

describe('F-07 requests without an idempotency key', () => {
  it('an identical request of the same member returns the existing reservation', async () => {
    const member = await insertMember(app);
    const first = await insertReservation(app, member);
    expect(await insertReservation(app, member, { location: ' 서울숲\u3000' })).toEqual(first);
    expect(await readReservations(app)).toHaveLength(1);
  });

  it('10 identical requests at once create one reservation', async () => {
    const member = await insertMember(app);
    const responses = await Promise.all(Array.from({ length: 10 }, () => postReservation(app, member)));
    expect(countStatuses(responses)).toEqual({ 201: 10 });
    expect(await readReservations(app)).toHaveLength(1);
  });

  it.each([{ shootType: 'FOOD' }, { location: '한강' }, { notes: '' }, { desiredShootDate: '여름' }])(
    'a different request of the same member for the same slot (%j) is rejected with 409',
    async (changes) => {
      const member = await insertMember(app);
      await insertReservation(app, member);
      expect(await readError(await postReservation(app, member, changes))).toEqual(TAKEN);
    },
  );

  it('an identical request of another member is rejected with 409', async () => {
    const [member, other] = await insertMembers(app, 2);
    await insertReservation(app, member!);
    expect(await readError(await postReservation(app, other!))).toEqual(TAKEN);
  });
});
