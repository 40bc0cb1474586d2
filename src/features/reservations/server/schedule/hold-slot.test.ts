import { beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#platform/contract/seoul-time.ts';
import { createRateLimiter } from '#platform/server/http/overload/rate-limiter.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import {
  countStatuses,
  deleteHold,
  insertReservation,
  insertHold,
  insertMembers,
  postReservation,
  postHold,
  readReservations,
  renewSession,
} from '#test/factories/reservations.ts';
import { createSecondServer, createTestApp, readError } from '#test/test-app.ts';
import type { AvailableDay } from '../../contract/reservations.ts';
import { defaultSlots } from '../../contract/slots.ts';
import { reservations, slotClaims } from '../tables.ts';
import { claimHold, claimSlot } from './claim.ts';

const NOW = '2026-11-21T01:00:00Z';
const END = '2026-11-21T01:10:00.000Z';
/** How often each race is repeated, and on how many days all five slots are held. */
const [ROUNDS, DAYS] = process.env.TEST_FULL === undefined ? [3, 4] : [10, 10];
const app = await createTestApp({ now: NOW });
const admin = { token: (await insertAdmin(app)).accessToken };
const meeting = { date: '2026-11-24', time: '09-10' };
const noon = { date: '2026-11-24', time: '12-13' };
const TAKEN = { status: 409, code: 'SLOT_TAKEN' };

const bookedTimes = async (): Promise<unknown> =>
  (await app.get(`/api/reservation/booked-times?date=${meeting.date}`)).json();
const block = (): Promise<Response> =>
  app.post(
    '/api/admin/reservation/block-time',
    { date: meeting.date, timeSlot: meeting.time },
    { token: admin.token },
  );

beforeEach(async () => {
  app.clock.set(NOW);
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
});

describe('POST /api/reservation/hold', () => {
  it('a held slot is taken for others for ten minutes', async () => {
    const [member, other] = await insertMembers(app, 2);
    const response = await postHold(app, member!, meeting);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ ...meeting, heldUntil: END, minutes: 10 });
    expect(await bookedTimes()).toEqual(['09-10']);
    expect(await readError(await postHold(app, other!, meeting))).toMatchObject(TAKEN);
    expect(await readError(await postReservation(app, other!))).toMatchObject(TAKEN);
  });

  it('a hold expires exactly at its end', async () => {
    const [member, other, third] = await insertMembers(app, 3);
    await insertHold(app, member!, meeting);
    app.clock.set(new Date(Date.parse(END) - 1));
    const [there, later] = [await renewSession(app, other!), await renewSession(app, third!)];
    expect((await postHold(app, there, meeting)).status).toBe(409);
    expect((await postReservation(app, later)).status).toBe(409);
    app.clock.set(END);
    expect(await bookedTimes()).toEqual([]);
    expect((await insertHold(app, there, meeting)).heldUntil).toBe('2026-11-21T01:20:00.000Z');
    expect((await postReservation(app, later)).status).toBe(409);
  });

  it('holding the same slot again keeps the first end', async () => {
    const member = await insertMember(app);
    await insertHold(app, member, meeting);
    app.clock.advance(5 * 60_000);
    const tab = await renewSession(app, member);
    expect(await insertHold(app, tab, meeting)).toEqual({ ...meeting, heldUntil: END, minutes: 10 });
    app.clock.set(END);
    expect((await insertHold(app, tab, meeting)).heldUntil).toBe('2026-11-21T01:20:00.000Z');
  });

  it('holding another slot releases the former', async () => {
    const [member, other] = await insertMembers(app, 2);
    await insertHold(app, member!, meeting);
    await insertHold(app, member!, noon);
    expect(await bookedTimes()).toEqual(['12-13']);
    expect((await postHold(app, other!, meeting)).status).toBe(201);
  });

  it('a claim that loses a race for a slot says that it is booked only if it is', async () => {
    const [member, other] = await insertMembers(app, 2);
    const { date } = meeting;
    const claims = async (): Promise<PromiseSettledResult<void>[]> =>
      Promise.allSettled([
        claimHold(
          app.db,
          { heldBy: other!.id },
          { date, time: '09-10' },
          { now: new Date(NOW), heldUntil: new Date(END) },
        ),
        app.db.transaction((tx) => claimSlot(tx, { date, slot: '09-10' }, 1, new Date(NOW), other!.id)),
      ]);
    await insertHold(app, member!, meeting);
    const held = {
      code: 'SLOT_TAKEN',
      message: expect.stringContaining('다른 분이 예약하고 있습니다.') as string,
    };
    expect(await claims()).toMatchObject([{ reason: held }, { reason: held }]);
    await block();
    const blocked = {
      code: 'SLOT_TAKEN',
      message: expect.stringContaining('지금은 예약할 수 없는 시간입니다.') as string,
    };
    expect(await claims()).toMatchObject([{ reason: blocked }, { reason: blocked }]);
    await app.db.delete(slotClaims);
    await insertReservation(app, member!);
    const booked = {
      code: 'SLOT_TAKEN',
      message: expect.stringContaining('이미 예약된 시간입니다.') as string,
    };
    expect(await claims()).toMatchObject([{ reason: booked }, { reason: booked }]);
  });

  it('a held slot that the studio blocks is refused without saying that it is booked', async () => {
    const [member, other] = await insertMembers(app, 2);
    await insertHold(app, member!, meeting);
    expect((await block()).status).toBe(201);
    const refused = {
      status: 409,
      code: 'SLOT_TAKEN',
      message: '지금은 예약할 수 없는 시간입니다. 다른 시간을 선택해 주세요.',
    };
    expect(await readError(await postReservation(app, member!))).toMatchObject(refused);
    expect(await readError(await postHold(app, other!, meeting))).toMatchObject(refused);
    const response = await app.get('/api/reservation/availability?month=2026-11');
    const days = (await response.json()) as AvailableDay[];
    expect(days.find(({ date }) => date === meeting.date)?.slots[0]).toEqual({
      time: '09-10',
      state: 'TAKEN',
    });
  });

  it('a rejected hold does not release the former', async () => {
    const [member, other] = await insertMembers(app, 2);
    await insertReservation(app, other!, noon);
    await insertHold(app, member!, meeting);
    expect(await readError(await postHold(app, member!, noon))).toMatchObject(TAKEN);
    expect(await bookedTimes()).toEqual(['09-10', '12-13']);
  });

  it('a reservation or block cannot be replaced by a hold', async () => {
    const [member, other] = await insertMembers(app, 2);
    await insertReservation(app, member!);
    expect(await readError(await postHold(app, member!, meeting))).toMatchObject(TAKEN);
    expect(await readError(await postHold(app, other!, meeting))).toMatchObject(TAKEN);
    await app.db.delete(slotClaims);
    await block();
    expect(await readError(await postHold(app, other!, meeting))).toMatchObject(TAKEN);
  });

  it.each([
    [{ date: '2026-11-20', time: '09-10' }, 'DATE_UNAVAILABLE'],
    [{ date: '2027-11-22', time: '09-10' }, 'DATE_UNAVAILABLE'],
    [{ date: '2026-11-21', time: '09-10' }, 'SLOT_PAST'],
    [{ date: '2026-02-30', time: '09-10' }, 'INVALID_INPUT'],
    [{ date: '2026-11-24', time: '10-11' }, 'SLOT_NOT_OFFERED'],
  ])('S-112 refuses %j: %s', async (wanted, code) => {
    const response = await postHold(app, await insertMember(app), wanted);
    expect(await readError(response)).toMatchObject({ status: 400, code });
    expect(await app.db.select().from(slotClaims)).toEqual([]);
  });

  it('F-15 a slot that has begun cannot be held', async () => {
    app.clock.set('2026-11-23T23:59:59.999Z');
    const member = await insertMember(app);
    await insertHold(app, member, meeting);
    app.clock.set('2026-11-24T00:00:00Z');
    expect(await readError(await postHold(app, member, meeting))).toMatchObject({ code: 'SLOT_PAST' });
    expect(await readError(await postReservation(app, member))).toMatchObject({ code: 'SLOT_PAST' });
  });

  it('holds are subject to the booking limits', async () => {
    const [busy, full] = await insertMembers(app, 2);
    await insertReservation(app, busy!, { time: '15-16' });
    await insertReservation(app, busy!, { time: '18-19' });
    expect(await readError(await postHold(app, busy!, meeting))).toMatchObject({ code: 'BOOKING_DAY_LIMIT' });
    for (let day = 1; day <= 10; day += 1)
      await insertReservation(app, full!, { date: addDays(meeting.date, day) });
    expect(await readError(await postHold(app, full!, meeting))).toMatchObject({ code: 'BOOKING_LIMIT' });
  });
});

describe('a reservation with a hold', () => {
  it('a reservation of the held slot replaces the hold', async () => {
    const member = await insertMember(app);
    await insertHold(app, member, meeting);
    await insertReservation(app, member);
    expect(await app.db.select().from(slotClaims)).toMatchObject([
      { kind: 'BOOKED', heldBy: null, heldUntil: null },
    ]);
    expect(await readReservations(app)).toHaveLength(1);
    expect((await postHold(app, member, noon)).status).toBe(201);
  });

  it('an expired hold does not prevent the reservation of a free slot', async () => {
    const member = await insertMember(app);
    await insertHold(app, member, meeting);
    app.clock.set('2026-11-21T01:30:00Z');
    await insertReservation(app, await renewSession(app, member));
    expect(await readReservations(app)).toHaveLength(1);
  });

  it('a reservation of another slot keeps the hold', async () => {
    const member = await insertMember(app);
    await insertHold(app, member, meeting);
    await insertReservation(app, member, noon);
    expect(await bookedTimes()).toEqual(['09-10', '12-13']);
  });
});

describe('repeated holds', () => {
  it('holds are limited per minute, separately from reservations', async () => {
    const strict = await createTestApp({ now: NOW, rateLimits: true });
    const member = await insertMember(strict);
    for (let count = 0; count < 10; count += 1) {
      await insertHold(strict, member, meeting);
      await deleteHold(strict, member, meeting);
    }
    expect((await postHold(strict, member, meeting)).status).toBe(429);
    expect((await postReservation(strict, member)).status).toBe(201);
  });

  it('holds are limited per day and per IP address', async () => {
    const limitRate = createRateLimiter({
      ...app.deps,
      env: { ...app.deps.env, rateLimits: true },
    });
    for (let count = 0; count < 60; count += 1) {
      if (count % 10 === 0) app.clock.advance(60_000);
      await limitRate('hold', { member: 'kim' });
    }
    app.clock.advance(3_600_000);
    await expect(limitRate('hold', { member: 'kim' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (let count = 0; count < 120; count += 1)
      await limitRate('hold', { member: `lee-${count}`, ip: '192.0.2.1' });
    const more = limitRate('hold', { member: 'park', ip: '192.0.2.1' });
    await expect(more).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('DELETE /api/reservation/hold', () => {
  it('releasing a hold frees the slot at once and is idempotent', async () => {
    const [member, other] = await insertMembers(app, 2);
    await insertHold(app, member!, meeting);
    expect((await deleteHold(app, member!, meeting)).status).toBe(204);
    expect((await deleteHold(app, member!, meeting)).status).toBe(204);
    expect((await postReservation(app, other!)).status).toBe(201);
  });

  it('releasing a hold affects no other hold, reservation or block', async () => {
    const [member, other] = await insertMembers(app, 2);
    await insertHold(app, member!, meeting);
    await insertReservation(app, other!, noon);
    for (const slot of [meeting, noon]) expect((await deleteHold(app, other!, slot)).status).toBe(204);
    expect((await deleteHold(app, member!, noon)).status).toBe(204);
    expect(await bookedTimes()).toEqual(['09-10', '12-13']);
  });
});

describe('F-02 concurrent holds', () => {
  it('of 30 members holding one slot one succeeds', async () => {
    const crowd = await insertMembers(app, 30);
    const responses = await Promise.all(crowd.map((member) => postHold(app, member, meeting)));
    expect(countStatuses(responses)).toEqual({ 201: 1, 409: 29 });
    expect(await app.db.select().from(slotClaims)).toHaveLength(1);
  });

  it('five concurrent holds of one member leave one', async () => {
    const member = await insertMember(app);
    const results = await Promise.all(
      [...defaultSlots, ...defaultSlots].map((time) => postHold(app, member, { ...meeting, time })),
    );
    expect(countStatuses(results)).toEqual({ 201: 10 });
    expect(await app.db.select().from(slotClaims)).toHaveLength(1);
  });

  it('concurrent holds, blocks and reservations leave one owner', async () => {
    const crowd = await insertMembers(app, 6);
    for (let round = 0; round < ROUNDS; round += 1) {
      const responses = await Promise.all([
        ...crowd.slice(0, 3).map((member) => postHold(app, member, meeting)),
        ...crowd.slice(3).map((member) => postReservation(app, member)),
        block(),
      ]);
      const won = responses.map(({ status }) => status === 201);
      const [claim, ...more] = await app.db.select().from(slotClaims);
      expect(more).toEqual([]);
      // One reservation or the block wins; a hold can only exist before the block.
      expect(won.slice(3).filter(Boolean).length).toBeLessThanOrEqual(1);
      expect(won.slice(0, 3).filter(Boolean).length).toBeLessThanOrEqual(1);
      expect(claim?.kind).toBe(won[6] ? 'BLOCKED' : 'BOOKED');
      await readReservations(app);
      await app.db.delete(slotClaims);
      await app.db.delete(reservations);
    }
  });

  it('holds of several days keep their slots until they expire; then concurrent reservations and returning holders on two servers leave each slot with one owner', async () => {
    const servers = [app, createSecondServer(app)];
    const days = Array.from({ length: DAYS }, (_, day) => addDays(meeting.date, day));
    const places = days.flatMap((date) => defaultSlots.map((time) => ({ date, time })));
    app.clock.set(new Date(Date.parse(END) - 1));
    const count = places.length;
    const [holders, bookers] = [await insertMembers(app, count), await insertMembers(app, count)];
    await app.db.insert(slotClaims).values(
      places.map(({ date, time }, index) => ({
        date,
        slot: time,
        kind: 'HELD' as const,
        heldBy: holders[index]!.id,
        heldUntil: new Date(END),
        createdAt: new Date(NOW),
      })),
    );
    const book = (): Promise<Response[]> =>
      Promise.all(
        bookers.map((member, index) => postReservation(servers[index % 2]!, member, places[index])),
      );
    expect(countStatuses(await book())).toEqual({ 409: count });
    app.clock.set(END);
    const [bookings, holds] = await Promise.all([
      book(),
      Promise.all(
        holders.map((member, index) => postHold(servers[(index + 1) % 2]!, member, places[index]!)),
      ),
    ]);
    // Each slot went to one of its two candidates.
    for (const [index, place] of places.entries()) {
      const statuses = [bookings[index]?.status, holds[index]?.status];
      expect({ place, statuses: statuses.toSorted() }).toEqual({ place, statuses: [201, 409] });
    }
    expect(await app.db.$count(slotClaims)).toBe(count);
    const booked = bookings.filter(({ status }) => status === 201);
    expect(await readReservations(app)).toHaveLength(booked.length);
  });
});
