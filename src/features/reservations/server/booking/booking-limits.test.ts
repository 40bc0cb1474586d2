import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays } from '#platform/contract/seoul-time.ts';
import { createRateLimiter } from '#platform/server/http/overload/rate-limiter.ts';
import { insertMember } from '#test/factories/members.ts';
import {
  countStatuses,
  insertReservation,
  insertMembers,
  postReservation,
  renewSession,
} from '#test/factories/reservations.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import { defaultSlots } from '../../contract/slots.ts';
import { reservations, slotClaims } from '../tables.ts';
import { warnOfBookingBurst } from './booking-rate-alert.ts';

const NOW = '2026-11-21T01:00:00Z';
const app = await createTestApp({ now: NOW });
const dayAfter = (days: number): string => addDays('2026-11-24', days);

beforeEach(async () => {
  app.clock.set(NOW);
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
});

describe('the booking limits of a member', () => {
  it('a member can book two slots of one date but not three', async () => {
    const member = await insertMember(app);
    await insertReservation(app, member, { time: '09-10' });
    await insertReservation(app, member, { time: '12-13' });
    expect(await readError(await postReservation(app, member, { time: '15-16' }))).toEqual({
      status: 409,
      code: 'BOOKING_DAY_LIMIT',
      message: '같은 날짜에는 2건까지 예약할 수 있습니다.',
    });
    expect((await postReservation(app, await insertMember(app), { time: '15-16' })).status).toBe(201);
  });

  it('a completed reservation counts towards the two per date', async () => {
    const member = await insertMember(app);
    await insertReservation(app, member, { time: '09-10' });
    await insertReservation(app, member, { time: '12-13' });
    await app.db.update(reservations).set({ state: 'COMPLETED' }).where(eq(reservations.slot, '09-10'));
    expect(await readError(await postReservation(app, member, { time: '15-16' }))).toMatchObject({
      code: 'BOOKING_DAY_LIMIT',
    });
  });

  it('S-111 a member can have ten upcoming reservations but not eleven', async () => {
    const member = await insertMember(app);
    for (let day = 0; day < 10; day += 1) await insertReservation(app, member, { date: dayAfter(day) });
    expect(await readError(await postReservation(app, member, { date: dayAfter(10) }))).toEqual({
      status: 409,
      code: 'BOOKING_LIMIT',
      message: '앞으로의 미팅은 10건까지 예약할 수 있습니다.',
    });
  });

  it('a member can book again once a meeting has begun', async () => {
    const member = await insertMember(app);
    for (let day = 0; day < 10; day += 1) await insertReservation(app, member, { date: dayAfter(day) });
    app.clock.set('2026-11-23T23:59:59.999Z');
    const later = await renewSession(app, member);
    expect((await postReservation(app, later, { date: dayAfter(10) })).status).toBe(409);
    app.clock.set('2026-11-24T00:00:00.000Z');
    expect((await postReservation(app, later, { date: dayAfter(10) })).status).toBe(201);
    expect((await postReservation(app, later, { date: dayAfter(11) })).status).toBe(409);
  });

  it('a taken slot is reported before an exceeded limit', async () => {
    const member = await insertMember(app);
    await insertReservation(app, await insertMember(app), { time: '21-22' });
    await insertReservation(app, member, { time: '09-10' });
    await insertReservation(app, member, { time: '12-13' });
    expect(await readError(await postReservation(app, member, { time: '21-22' }))).toMatchObject({
      code: 'SLOT_TAKEN',
    });
  });
});

describe('booking limits under parallel requests', () => {
  it('of five parallel reservations for one date two succeed', async () => {
    const member = await insertMember(app);
    const responses = await Promise.all(defaultSlots.map((time) => postReservation(app, member, { time })));
    expect(countStatuses(responses)).toEqual({ 201: 2, 409: 3 });
    expect(await app.db.select().from(slotClaims)).toHaveLength(2);
  });

  it('of thirty parallel reservations on different dates ten succeed', async () => {
    const member = await insertMember(app);
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, day) =>
        postReservation(app, member, { date: dayAfter(day) }, `day-${day}`),
      ),
    );
    expect(countStatuses(responses)).toEqual({ 201: 10, 409: 20 });
    expect(await app.db.select().from(reservations)).toHaveLength(10);
  });
});

describe('S-111 mass booking by many members', () => {
  it('reservations from one IP address are rate limited across members', async () => {
    const strict = await createTestApp({ now: NOW, rateLimits: true });
    const limitRate = createRateLimiter(strict.deps);
    for (let count = 0; count < 59; count += 1)
      await limitRate('reservation', { member: `kim-${count}`, ip: '203.0.113.1' });
    const [sixtieth, next] = await insertMembers(strict, 2);
    expect((await postReservation(strict, sixtieth!)).status).toBe(201);
    expect((await postReservation(strict, next!, { time: '12-13' })).status).toBe(429);
  });

  it('the eleventh reservation within a minute logs a warning', async () => {
    const warn = vi.spyOn(app.deps.log, 'warn');
    const alarm = [[{ event: 'booking_burst', count: 11 }]];
    const crowd = await insertMembers(app, 11);
    for (const [index, member] of crowd.entries())
      await insertReservation(app, member, { date: dayAfter(index) });
    await expect.poll(() => warn.mock.calls).toEqual(alarm);
    app.clock.advance(60_000);
    await insertReservation(app, await insertMember(app), { date: dayAfter(11) });
    await warnOfBookingBurst(app.deps);
    expect(warn.mock.calls).toEqual(alarm);
  });

  it('ten reservations within a minute log no warning', async () => {
    const warn = vi.spyOn(app.deps.log, 'warn');
    const crowd = await insertMembers(app, 10);
    for (const [index, member] of crowd.entries())
      await insertReservation(app, member, { date: dayAfter(index) });
    await warnOfBookingBurst(app.deps);
    expect(warn).not.toHaveBeenCalled();
  });
});
