import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import {
  countStatuses,
  insertReservation,
  insertHold,
  insertMembers,
  postReservation,
  postHold,
  readReservations,
} from '#test/factories/reservations.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import { reservations, slotClaims } from '../tables.ts';

/** `ROUNDS` of a race between two, and `CROWDED_ROUNDS` of one between three admins and a hundred members. */
const [ROUNDS, CROWDED_ROUNDS] = process.env.TEST_FULL === undefined ? [3, 1] : [10, 3];
const app = await createTestApp();
const admin = { token: (await insertAdmin(app)).accessToken };
const PATH = '/api/admin/reservation/block-time';
const target = { date: '2026-11-24', timeSlot: '09-10' };
const BOOKED = { status: 409, code: 'SLOT_BOOKED', message: '이미 예약된 시간이라 변경할 수 없습니다.' };

const block = (body: unknown = target): Promise<Response> => app.post(PATH, body, admin);
const unblock = (body: unknown = target): Promise<Response> => app.delete(PATH, body, admin);
const readJson = async (path: string, options = {}): Promise<unknown> =>
  (await app.get(path, options)).json();
const bookedTimes = (date = target.date) => readJson(`/api/reservation/booked-times?date=${date}`);
const blockedTimes = (date = target.date) =>
  readJson(`/api/admin/reservation/blocked-times?date=${date}`, admin);

beforeEach(async () => {
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
});

describe('blocking a slot', () => {
  it('@3-blocked-time blocking a slot responds 201 with the time, also when repeated', async () => {
    for (const response of [await block(), await block()]) {
      expect(response.status).toBe(201);
      expect(await response.json()).toEqual(target);
    }
    expect(await blockedTimes()).toEqual(['09-10']);
    expect(await app.db.select().from(slotClaims)).toHaveLength(1);
  });

  it('@4-slot-blocked a blocked slot cannot be booked', async () => {
    await block();
    expect(await bookedTimes()).toEqual(['09-10']);
    const response = await postReservation(app, await insertMember(app));
    expect(await readError(response)).toMatchObject({ status: 409, code: 'SLOT_TAKEN' });
  });

  it('@4-slot-booked blocking a booked slot is rejected with 409', async () => {
    await insertReservation(app, await insertMember(app));
    expect(await readError(await block())).toEqual(BOOKED);
    expect(await blockedTimes()).toEqual([]);
  });

  it('blocking a past date is rejected with 400, but today and distant dates are accepted', async () => {
    expect(await readError(await block({ ...target, date: '2026-11-20' }))).toMatchObject({
      status: 400,
      code: 'DATE_UNAVAILABLE',
    });
    expect((await block({ ...target, date: '2026-11-21' })).status).toBe(201);
    expect((await block({ ...target, date: '2028-05-05' })).status).toBe(201);
  });

  it.each([
    {},
    { date: '2026-02-30', timeSlot: '09-10' },
    { date: '2026-11-24', timeSlot: '09-11' },
    { ...target, kind: 'BOOKED' },
  ])('S-112 %j answers 400', async (body) => {
    expect((await block(body)).status).toBe(400);
    expect(await app.db.select().from(slotClaims)).toEqual([]);
  });
});

describe('unblocking a slot', () => {
  it('@4-slot-available @7-unblock unblocking frees the slot of the body, idempotently', async () => {
    await block({ ...target, timeSlot: '12-13' });
    await block();
    expect(await readError(await postReservation(app, await insertMember(app)))).toMatchObject({
      code: 'SLOT_TAKEN',
    });
    expect((await unblock()).status).toBe(204);
    expect((await unblock()).status).toBe(204);
    expect(await blockedTimes()).toEqual(['12-13']);
    expect(await bookedTimes()).toEqual(['12-13']);
    expect((await postReservation(app, await insertMember(app))).status).toBe(201);
  });

  it('unblocking accepts the slot in the query as well', async () => {
    await block();
    const response = await app.delete(
      `${PATH}?date=${target.date}&timeSlot=${target.timeSlot}`,
      undefined,
      admin,
    );
    expect(response.status).toBe(204);
    expect(await blockedTimes()).toEqual([]);
  });

  it('@4-slot-booked unblocking never frees a reservation', async () => {
    await insertReservation(app, await insertMember(app));
    expect(await readError(await unblock())).toEqual(BOOKED);
    expect(await bookedTimes()).toEqual(['09-10']);
  });

  it.each([
    '',
    '?date=2026-11-24',
    '?timeSlot=09-10',
    '?date=2026-11-24&timeSlot=9',
    '?date=x&timeSlot=09-10',
  ])('of %j answers 400', async (query) => {
    expect((await app.delete(`${PATH}${query}`, undefined, admin)).status).toBe(400);
  });
});

describe('blocking a held slot', () => {
  it('a block replaces a hold, and the member’s reservation is then rejected', async () => {
    const member = await insertMember(app);
    await insertHold(app, member, { date: target.date, time: target.timeSlot });
    expect((await unblock()).status).toBe(204);
    expect(await app.db.select().from(slotClaims)).toMatchObject([{ kind: 'HELD' }]);
    expect((await block()).status).toBe(201);
    expect(await app.db.select().from(slotClaims)).toMatchObject([
      { kind: 'BLOCKED', heldBy: null, heldUntil: null },
    ]);
    expect(await readError(await postReservation(app, member))).toMatchObject({ code: 'SLOT_TAKEN' });
    const again = await postHold(app, member, { date: target.date, time: target.timeSlot });
    expect(await readError(again)).toMatchObject({ code: 'SLOT_TAKEN' });
  });

  it('a block replaces an expired hold', async () => {
    const own = await createTestApp();
    const holder = await insertMember(own);
    await insertHold(own, holder, { date: target.date, time: target.timeSlot });
    own.clock.advance(600_000);
    const { accessToken: token } = await insertAdmin(own);
    expect((await own.post(PATH, target, { token })).status).toBe(201);
    expect(await own.db.select().from(slotClaims)).toMatchObject([{ kind: 'BLOCKED', heldBy: null }]);
  });
});

describe('the audit log of blocks', () => {
  it('each effective block and unblock is audited once', async () => {
    await app.db.delete(adminAuditLog);
    await block();
    await block();
    await unblock();
    await unblock();
    await insertHold(app, await insertMember(app), { date: target.date, time: target.timeSlot });
    await block();
    await unblock();
    await insertReservation(app, await insertMember(app));
    await block();
    await unblock();
    expect(await app.db.select().from(adminAuditLog).orderBy(asc(adminAuditLog.id))).toMatchObject([
      { action: 'BLOCK_SLOT', target: 'slot:2026-11-24.09-10', ip: '203.0.113.1' },
      { action: 'UNBLOCK_SLOT', target: 'slot:2026-11-24.09-10', before: { closureId: null } },
      { action: 'BLOCK_SLOT' },
      { action: 'UNBLOCK_SLOT' },
    ]);
  });
});

describe('the lists of booked and blocked times', () => {
  it('@7-booked-times @7-blocked-times booked-times and blocked-times list slots, in order, and blocked-times only blocked ones', async () => {
    await insertReservation(app, await insertMember(app), { time: '18-19' });
    await insertHold(app, await insertMember(app), { date: target.date, time: '15-16' });
    await block({ ...target, timeSlot: '12-13' });
    await block({ date: '2026-11-25', timeSlot: '21-22' });
    expect(await bookedTimes()).toEqual(['12-13', '15-16', '18-19']);
    expect(await blockedTimes()).toEqual(['12-13']);
    expect(await bookedTimes('2026-11-25')).toEqual(['21-22']);
    expect(await blockedTimes('2026-11-25')).toEqual(['21-22']);
    expect(await bookedTimes('2026-11-26')).toEqual([]);
    expect(await blockedTimes('2026-11-26')).toEqual([]);
  });

  it('booked-times omits free slots of today that have begun', async () => {
    expect(await bookedTimes('2026-11-21')).toEqual([]);
  });

  it.each(['', '?date=', '?date=2026-02-30', '?date=2026-11-24&date=2026-11-25'])(
    'booked-times and blocked-times reject %j',
    async (query) => {
      expect((await app.get(`/api/reservation/booked-times${query}`)).status).toBe(400);
      expect((await app.get(`/api/admin/reservation/blocked-times${query}`, admin)).status).toBe(400);
    },
  );
});

describe('F-02 reservations concurrent with blocks', () => {
  it('a slot booked and blocked at once has one owner', async () => {
    const crowd = await insertMembers(app, 10);
    for (let round = 0; round < ROUNDS; round += 1) {
      const day = { date: `2026-12-${10 + round}`, timeSlot: '15-16' };
      const [bookings, blocks] = await Promise.all([
        Promise.all(
          crowd.map((member) => postReservation(app, member, { date: day.date, time: day.timeSlot })),
        ),
        Promise.all([block(day), block(day), block(day)]),
      ]);
      const isBlocked = blocks.some(({ status }) => status === 201);
      expect(countStatuses(blocks)).toEqual(isBlocked ? { 201: 3 } : { 409: 3 });
      expect(countStatuses(bookings)).toEqual(isBlocked ? { 409: 10 } : { 201: 1, 409: 9 });
      // Reset, so that the winning member does not reach the limits in later rounds.
      await app.db.delete(slotClaims);
      await app.db.delete(reservations);
    }
  });

  it('three admins and a hundred members competing for a slot leave one owner', async () => {
    const crowd = await insertMembers(app, 100);
    const admins = [
      admin,
      ...[await insertAdmin(app), await insertAdmin(app)].map(({ accessToken: token }) => ({ token })),
    ];
    for (let round = 0; round < CROWDED_ROUNDS; round += 1) {
      const day = { date: `2027-02-1${round}`, timeSlot: '12-13' };
      const [changes, bookings] = await Promise.all([
        Promise.all(
          admins.flatMap((by) => [
            app.post(PATH, day, by),
            app.delete(PATH, day, by),
            app.post(PATH, day, by),
          ]),
        ),
        Promise.all(
          crowd.map((member) => postReservation(app, member, { date: day.date, time: day.timeSlot })),
        ),
      ]);
      for (const { status } of changes) expect([201, 204, 409]).toContain(status);
      const won = countStatuses(bookings)[201] ?? 0;
      expect(countStatuses(bookings)).toEqual(won === 0 ? { 409: 100 } : { 201: 1, 409: 99 });
      expect(await readReservations(app)).toHaveLength(won);
      const claims = await app.db.select().from(slotClaims);
      expect(claims.length).toBeLessThanOrEqual(1);
      if (won === 1) expect(claims).toMatchObject([{ kind: 'BOOKED' }]);
      else expect(changes.every(({ status }) => status !== 409)).toBe(true);
      await app.db.delete(slotClaims);
      await app.db.delete(reservations);
    }
  });

  it('unblocking concurrently with reservations never frees one', async () => {
    const crowd = await insertMembers(app, 8);
    for (let round = 0; round < ROUNDS; round += 1) {
      const day = { date: `2026-12-${20 + round}`, timeSlot: '18-19' };
      const responses = await Promise.all([
        ...[0, 1, 2].flatMap(() => [block(day), unblock(day)]),
        ...crowd.map((member) => postReservation(app, member, { date: day.date, time: day.timeSlot })),
      ]);
      for (const { status } of responses) expect([201, 204, 409]).toContain(status);
      const won = responses.slice(6).filter(({ status }) => status === 201);
      const claims = (await app.db.select().from(slotClaims)).filter(({ date }) => date === day.date);
      const booked = (await app.db.select().from(reservations)).filter(({ date }) => date === day.date);
      expect(won.length).toBeLessThanOrEqual(1);
      expect(booked).toHaveLength(won.length);
      expect(
        claims.filter(({ kind }) => kind === 'BOOKED').map(({ reservationId }) => reservationId),
      ).toEqual(booked.map(({ id }) => id));
    }
  });
});
