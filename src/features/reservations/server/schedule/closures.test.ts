import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { daysBetween } from '#platform/contract/seoul-time.ts';
import { insertPhoneReservation, createAdminClient } from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import {
  insertReservation,
  insertHold,
  insertMembers,
  postReservation,
  readReservations,
} from '#test/factories/reservations.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { Closure } from '../../contract/schedule.ts';
import { closures, reservations, slotClaims } from '../tables.ts';
import { extendRecurringClosures } from './closures.ts';

// 21 November 2026 is a Saturday; the first Monday is 23 November.
const NOW = '2026-11-21T01:00:00Z';
const PATH = '/api/admin/closure';
const app = await createTestApp({ now: NOW });
const { db } = app;
const studio = await createAdminClient(app);

const mondays = { weekday: 1, timeSlots: ['09-10', '12-13'], from: '2026-11-23' };
interface Made {
  readonly closure: Closure;
  readonly changed: number;
  readonly collisions: readonly { readonly id: number }[];
}
const create = (changes: Record<string, unknown> = {}) => studio.post(PATH, { ...mondays, ...changes });
const made = async (changes: Record<string, unknown> = {}): Promise<Made> => {
  const response = await create(changes);
  expect(response.status).toBe(201);
  return (await response.json()) as Made;
};
const blocks = async () =>
  (
    await db
      .select()
      .from(slotClaims)
      .where(eq(slotClaims.kind, 'BLOCKED'))
      .orderBy(asc(slotClaims.date), asc(slotClaims.slot))
  ).map(({ date, slot, closureId }) => ({ date, slot, closureId }));
const datesOf = async () => [...new Set((await blocks()).map(({ date }) => date))];
const unblock = (date: string, timeSlot = '09-10') =>
  studio.delete('/api/admin/reservation/block-time', { date, timeSlot });
/** Runs the daily job at 04:00 after this day. */
const extendOn = (date: string) => extendRecurringClosures(db, new Date(`${date}T19:00:00Z`));

beforeEach(async () => {
  app.clock.set(NOW);
  await db.delete(slotClaims);
  await db.delete(reservations);
  await db.delete(closures);
  await db.delete(adminAuditLog);
});

describe('a recurring closure', () => {
  it('a recurring closure claims its slots up to the booking horizon plus one week', async () => {
    const { closure, changed, collisions: conflicts } = await made({ note: '정기 휴무' });
    expect(closure).toEqual({
      id: expect.any(Number) as number,
      ...mondays,
      until: null,
      note: '정기 휴무',
    });
    const dates = await datesOf();
    expect(dates[0]).toBe('2026-11-23');
    expect(dates.at(-1)).toBe('2027-11-22');
    expect(dates.every((date) => daysBetween('2026-11-23', date) % 7 === 0)).toBe(true);
    expect({ changed, collisions: conflicts }).toEqual({ changed: dates.length * 2, collisions: [] });
    expect((await postReservation(app, await insertMember(app), { date: '2027-11-15' })).status).toBe(409);
    expect(await studio.getJson(PATH)).toEqual([closure]);
  });

  it('a recurring closure applies from its first to its last date', async () => {
    await made({ from: '2026-12-01', until: '2026-12-14' });
    expect(await datesOf()).toEqual(['2026-12-07', '2026-12-14']);
    await made({ weekday: 7, from: '2027-11-01', until: null });
    expect(await datesOf()).toEqual([
      '2026-12-07',
      '2026-12-14',
      '2027-11-07',
      '2027-11-14',
      '2027-11-21',
      '2027-11-28',
    ]);
  });

  it('a recurring closure may start beyond the booking horizon', async () => {
    expect(await made({ from: '2028-01-01' })).toMatchObject({ changed: 0 });
    expect(await datesOf()).toEqual([]);
    await extendOn('2027-01-03');
    expect(await datesOf()).toEqual(['2028-01-03', '2028-01-10']);
  });

  it('a recurring closure keeps and reports reservations and replaces holds', async () => {
    const [member, holder] = await insertMembers(app, 2);
    const reservation = await insertReservation(app, member!, { date: '2026-12-07' });
    await insertReservation(app, member!, { date: '2026-12-08' });
    await insertHold(app, holder!, { date: '2026-12-14', time: '12-13' });
    const { closure, collisions: conflicts } = await made();
    expect(conflicts.map(({ id }) => id)).toEqual([reservation.id]);
    await readReservations(app);
    expect(await blocks()).toContainEqual({ date: '2026-12-14', slot: '12-13', closureId: closure.id });
    expect((await postReservation(app, holder!, { date: '2026-12-14', time: '12-13' })).status).toBe(409);
  });

  it('a recurring closure claims the slot of a cancelled conflicting reservation', async () => {
    const cancelled = await insertPhoneReservation(studio, { date: '2026-12-07' });
    const moved = await insertPhoneReservation(studio, { date: '2026-12-14' });
    const { closure } = await made();
    const at = `/api/admin/reservation`;
    await studio.post(`${at}/${cancelled.id}/state`, { state: 'CANCELLED' });
    await studio.post(`${at}/${moved.id}/move`, { date: '2026-12-15', time: '09-10' });
    for (const date of ['2026-12-07', '2026-12-14'])
      expect(await blocks()).toContainEqual({ date, slot: '09-10', closureId: closure.id });
    expect((await postReservation(app, await insertMember(app), { date: '2026-12-07' })).status).toBe(409);
  });

  it('a recurring closure that ends before it starts is rejected', async () => {
    expect(await readError(await create({ from: '2026-12-14', until: '2026-12-13' }))).toMatchObject({
      status: 400,
      message: '종료일이 시작일보다 빠릅니다.',
    });
  });

  it.each([
    [{ from: '2026-11-20' }, 'DATE_UNAVAILABLE'],
    [{ weekday: 0 }, 'INVALID_INPUT'],
    [{ weekday: 8 }, 'INVALID_INPUT'],
    [{ weekday: true }, 'INVALID_INPUT'],
    [{ weekday: '1' }, 'INVALID_INPUT'],
    [{ timeSlots: [] }, 'INVALID_INPUT'],
    [{ until: '2026-11-22' }, 'INVALID_INPUT'],
    [{ note: '가'.repeat(201) }, 'INVALID_INPUT'],
  ])('of %j answers 400', async (changes, code) => {
    expect(await readError(await create(changes))).toMatchObject({ status: 400, code });
    expect(await db.$count(closures)).toBe(0);
    expect(await blocks()).toEqual([]);
  });
});

describe('extending recurring closures daily', () => {
  it('the daily job claims newly bookable days once', async () => {
    await made();
    expect(await extendOn('2026-11-20')).toBe(0);
    // The next Monday is 29 November 2027.
    expect(await extendOn('2026-11-21')).toBe(2);
    expect((await datesOf()).at(-1)).toBe('2027-11-29');
    expect(await extendOn('2026-11-21')).toBe(0);
    expect(await extendOn('2026-11-20')).toBe(0);
  });

  it('the daily job catches up after missed runs', async () => {
    await made();
    const before = (await datesOf()).length;
    await extendOn('2027-03-01');
    expect((await datesOf()).length - before).toBe(15);
    expect((await datesOf()).at(-1)).toBe('2028-03-06');
  });

  it('the daily job handles ends of months, years and leap days', async () => {
    // 1 March 2027 is before the first Tuesday.
    await made({ weekday: 2, from: '2027-03-01' });
    for (const night of ['2027-02-21', '2027-02-22', '2027-02-28', '2027-12-31', '2028-02-28', '2028-02-29'])
      await extendOn(night);
    const dates = (await datesOf()).filter((date) => date >= '2028-02-20' && date <= '2028-03-10');
    expect(dates).toEqual(['2028-02-22', '2028-02-29', '2028-03-07']);
    const all = await datesOf();
    expect(all.slice(1).map((date, index) => daysBetween(all[index] ?? '', date))).toEqual(
      all.slice(1).map(() => 7),
    );
  });

  it('the daily job keeps slots open that an admin opened', async () => {
    await made();
    expect((await unblock('2026-12-07')).status).toBe(204);
    await extendOn('2026-11-22');
    await extendOn('2027-01-01');
    expect(await datesOf()).toContain('2026-12-07');
    expect(await blocks()).not.toContainEqual(expect.objectContaining({ date: '2026-12-07', slot: '09-10' }));
    expect((await postReservation(app, await insertMember(app), { date: '2026-12-07' })).status).toBe(201);
  });

  it('recurring closures are extended once when several servers run the job while an admin opens a slot', async () => {
    await made();
    const nights = await Promise.all(Array.from({ length: 4 }, () => extendOn('2027-01-01')));
    expect(nights.filter((count) => count > 0)).toHaveLength(1);
    expect((await unblock('2028-01-03')).status).toBe(204);
    await Promise.all([extendOn('2027-01-01'), extendOn('2027-01-02')]);
    expect(await blocks()).not.toContainEqual(expect.objectContaining({ date: '2028-01-03', slot: '09-10' }));
  });

  it('the daily job ignores ended closures', async () => {
    await made({ until: '2026-12-14' });
    const before = await db.select().from(closures);
    expect(await extendOn('2027-06-01')).toBe(0);
    expect(await db.select().from(closures)).toEqual(before);
  });
});

describe('deleting a closure', () => {
  const remove = ({ closure }: Made) => studio.delete(`${PATH}/${closure.id}`);

  it('deleting a closure frees future slots, keeps past ones, and is 404 the second time', async () => {
    const monday = await made();
    app.clock.set('2026-12-07T00:00:00Z');
    expect((await remove(monday)).status).toBe(204);
    expect(await blocks()).toEqual([
      { date: '2026-11-23', slot: '09-10', closureId: null },
      { date: '2026-11-23', slot: '12-13', closureId: null },
      { date: '2026-11-30', slot: '09-10', closureId: null },
      { date: '2026-11-30', slot: '12-13', closureId: null },
      { date: '2026-12-07', slot: '09-10', closureId: null },
    ]);
    // Sooner, the same request would be taken for a repeat.
    app.clock.advance(10_000);
    expect((await remove(monday)).status).toBe(404);
    expect(await studio.getJson(PATH)).toEqual([]);
  });

  it('deleting a closure reassigns its slots to another closure that covers them', async () => {
    const first = await made();
    const second = await made({ timeSlots: ['12-13', '15-16'], from: '2026-12-01', until: '2026-12-31' });
    await remove(first);
    const left = await blocks();
    expect(left.every(({ closureId }) => closureId === second.closure.id)).toBe(true);
    expect(left.map(({ date, slot }) => `${date} ${slot}`)).toEqual([
      '2026-12-07 12-13',
      '2026-12-07 15-16',
      '2026-12-14 12-13',
      '2026-12-14 15-16',
      '2026-12-21 12-13',
      '2026-12-21 15-16',
      '2026-12-28 12-13',
      '2026-12-28 15-16',
    ]);
  });

  it('deleting a closure keeps manually blocked slots', async () => {
    const block = (date: string) =>
      studio.post('/api/admin/reservation/block-time', { date, timeSlot: '09-10' });
    await block('2026-12-07');
    const monday = await made();
    await block('2026-12-14');
    const range = { from: '2026-12-21', to: '2026-12-27', timeSlots: ['09-10'] };
    expect(await (await studio.post('/api/admin/reservation/block-range', range)).json()).toMatchObject({
      changed: 6,
    });
    await remove(monday);
    expect((await datesOf()).slice(0, 3)).toEqual(['2026-12-07', '2026-12-14', '2026-12-21']);
    expect((await blocks()).every(({ slot, closureId }) => slot === '09-10' && closureId === null)).toBe(
      true,
    );
    expect(await blocks()).toHaveLength(9);
  });

  it('creating and deleting a closure is audited', async () => {
    const monday = await made();
    await remove(monday);
    const target = `closure:${monday.closure.id}`;
    expect(await db.select().from(adminAuditLog).orderBy(asc(adminAuditLog.id))).toMatchObject([
      { action: 'CREATE_CLOSURE', target, before: null, after: { ...mondays, until: null } },
      { action: 'DELETE_CLOSURE', target, before: { ...mondays, until: null }, after: null },
    ]);
  });
});

describe('F-02 closures concurrent with reservations', () => {
  it('a slot claimed by a closure and a reservation concurrently has one owner', async () => {
    const crowd = await insertMembers(app, 10);
    for (let round = 0; round < 5; round += 1) {
      const responses = await Promise.all([
        create(),
        ...crowd.map((member, index) =>
          postReservation(app, member, { date: index % 2 === 0 ? '2026-12-07' : '2026-12-14' }),
        ),
        create({ timeSlots: ['09-10'] }),
      ]);
      expect([responses[0]?.status, responses.at(-1)?.status]).toEqual([201, 201]);
      const booked = responses.slice(1, -1).filter(({ status }) => status === 201);
      expect(booked.length).toBeLessThanOrEqual(2);
      expect(await readReservations(app)).toHaveLength(booked.length);
      for (const { id } of await db.select().from(closures)) await studio.delete(`${PATH}/${id}`);
      expect(
        await db.$count(slotClaims, and(eq(slotClaims.kind, 'BLOCKED'), isNotNull(slotClaims.closureId))),
      ).toBe(0);
      await db.delete(slotClaims);
      await db.delete(reservations);
    }
  });
});
