import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { insertPhoneReservation, createAdminClient } from '#test/factories/admin-client.ts';
import { insertMember, type SignedInMember } from '#test/factories/members.ts';
import {
  insertReservation,
  insertMembers,
  postReservation,
  postCancel,
  postMove,
} from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import type { Closure } from '../contract/schedule.ts';
import { extendRecurringClosures } from './schedule/closures.ts';
import { closures, reservations, slotClaims } from './tables.ts';

// 21 November 2026 is a Saturday; the first Monday is 23 November.
const NOW = '2026-11-21T01:00:00Z';
const MONDAY = '2026-12-07';
const PATH = '/api/admin/reservation';
const app = await createTestApp({ now: NOW });
const { db } = app;
const studio = await createAdminClient(app);

const close = async (changes: Record<string, unknown> = {}): Promise<Closure> => {
  const body = { weekday: 1, timeSlots: ['09-10', '12-13'], from: '2026-11-23', ...changes };
  const response = await studio.post('/api/admin/closure', body);
  expect(response.status).toBe(201);
  return ((await response.json()) as { closure: Closure }).closure;
};
const open = async (date = MONDAY, timeSlot = '09-10'): Promise<void> => {
  expect((await studio.delete(`${PATH}/block-time`, { date, timeSlot })).status).toBe(204);
};
const range = (call: 'block-range' | 'unblock-range', from: string, to: string) =>
  studio.post(`${PATH}/${call}`, { from, to, timeSlots: ['09-10', '12-13'] });
const blocksOf = async (date: string) => {
  const { slot, closureId } = slotClaims;
  const isBlock = and(eq(slotClaims.date, date), eq(slotClaims.kind, 'BLOCKED'));
  return db.select({ slot, closureId }).from(slotClaims).where(isBlock).orderBy(asc(slot));
};

beforeEach(async () => {
  app.clock.set(NOW);
  await db.delete(slotClaims);
  await db.delete(reservations);
  await db.delete(closures);
  await db.delete(adminAuditLog);
});

describe('an exception of a recurring closure', () => {
  const leaving: Record<string, (id: number, member: SignedInMember) => Promise<unknown>> = {
    'is cancelled by its member': (id, member) => postCancel(app, member, id),
    'is moved by its member': (id, member) =>
      postMove(app, member, id, { date: '2026-12-08', time: '09-10' }),
    'is cancelled by the studio': (id) => studio.post(`${PATH}/${id}/state`, { state: 'CANCELLED' }),
    'is moved by the studio': (id) =>
      studio.post(`${PATH}/${id}/move`, { date: '2026-12-08', time: '09-10' }),
    'goes with its member': (_, { accessToken }) =>
      app.delete('/api/member', undefined, { token: accessToken }),
  };

  it.each(Object.keys(leaving))(
    'a slot opened by an admin stays open when its reservation %s',
    async (how) => {
      await close();
      await close({ timeSlots: ['09-10'] });
      await open();
      const member = await insertMember(app);
      const { id } = await insertReservation(app, member, { date: MONDAY });
      await leaving[how]?.(id, member);
      await extendRecurringClosures(db, new Date('2026-11-30T19:00:00Z'));
      expect((await blocksOf(MONDAY)).map(({ slot }) => slot)).toEqual(['12-13']);
      expect((await postReservation(app, await insertMember(app), { date: MONDAY })).status).toBe(201);
    },
  );

  it('a later closure closes an opened slot, and deleting it opens the slot again', async () => {
    await close();
    await open();
    const later = await close({ timeSlots: ['09-10'] });
    expect(await blocksOf(MONDAY)).toContainEqual({ slot: '09-10', closureId: later.id });
    expect((await studio.delete(`/api/admin/closure/${later.id}`)).status).toBe(204);
    expect((await blocksOf(MONDAY)).map(({ slot }) => slot)).toEqual(['12-13']);
  });

  it('an opened slot can be blocked manually and unblocked', async () => {
    await close();
    await open();
    await studio.post(`${PATH}/block-time`, { date: MONDAY, timeSlot: '09-10' });
    await range('unblock-range', '2026-12-01', '2026-12-31');
    expect((await blocksOf(MONDAY)).map(({ slot }) => slot)).toEqual(['12-13']);
  });

  it('cancelling a reservation made before the closure leaves a closed slot', async () => {
    const { id } = await insertPhoneReservation(studio, { date: MONDAY });
    const { id: closureId } = await close();
    await studio.post(`${PATH}/${id}/state`, { state: 'CANCELLED' });
    expect(await blocksOf(MONDAY)).toContainEqual({ slot: '09-10', closureId });
  });
});

describe('unblocking with recurring closures', () => {
  const auditOf = async (action: string) =>
    (await db.select().from(adminAuditLog).where(eq(adminAuditLog.action, action))).at(-1);

  it('unblocking several days keeps recurring closures, even where slots were also blocked manually', async () => {
    const { id: closureId } = await close();
    await range('block-range', MONDAY, '2026-12-08');
    expect(await (await range('unblock-range', MONDAY, '2026-12-08')).json()).toEqual({ changed: 2 });
    expect(await blocksOf(MONDAY)).toEqual([
      { slot: '09-10', closureId },
      { slot: '12-13', closureId },
    ]);
    expect(await blocksOf('2026-12-08')).toEqual([]);
    expect(await auditOf('UNBLOCK_RANGE')).toMatchObject({
      before: { changed: 2, freed: ['2026-12-08.09-10', '2026-12-08.12-13'] },
    });
    await studio.delete(`/api/admin/closure/${closureId}`);
    expect(await blocksOf(MONDAY)).toEqual([]);
  });

  it('unblocking a single day opens its recurring closures permanently', async () => {
    await close();
    expect(await (await range('unblock-range', MONDAY, MONDAY)).json()).toEqual({ changed: 2 });
    const { id } = await insertPhoneReservation(studio, { date: MONDAY });
    await studio.post(`${PATH}/${id}/state`, { state: 'CANCELLED' });
    expect(await blocksOf(MONDAY)).toEqual([]);
  });
});

describe('closures concurrent with', () => {
  /** Asserts that every one of these slots is booked or closed. */
  const dates = ['2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04', '2027-01-11'];

  it('F-02 cancellations concurrent with a closure leave no closed slot open', async () => {
    for (let round = 0; round < 3; round += 1) {
      const booked = [];
      for (const date of dates) booked.push(await insertPhoneReservation(studio, { date }));
      await Promise.all([
        close({ timeSlots: ['09-10'] }),
        ...booked.map(({ id }) => studio.post(`${PATH}/${id}/state`, { state: 'CANCELLED' })),
      ]);
      for (const date of dates) expect(await blocksOf(date)).toHaveLength(1);
      await db.delete(closures);
    }
  });

  it('a cancellation or crash between creating a closure and claiming its slots leaves no slot open', async () => {
    const [member] = await insertMembers(app, 1);
    const { id } = await insertReservation(app, member!, { date: MONDAY });
    const row = {
      weekday: 1,
      timeSlots: ['09-10'],
      from: '2026-11-23',
      materializedUntil: '2026-11-22',
    };
    await db.insert(closures).values({ ...row, createdAt: app.clock.now() });
    await postCancel(app, member!, id);
    expect(await blocksOf(MONDAY)).toHaveLength(1);
    await extendRecurringClosures(db, app.clock.now());
    expect(await blocksOf('2026-12-14')).toHaveLength(1);
  });

  it('F-21 deleting closures concurrently succeeds and leaves no claims', async () => {
    const second = await createAdminClient(app);
    for (let round = 0; round < 4; round += 1) {
      const booked = [];
      for (const date of dates) booked.push(await insertPhoneReservation(studio, { date }));
      const made = [await close(), await close(), await close({ timeSlots: ['09-10'] })];
      const responses = await Promise.all([
        ...made.map(({ id }, index) => (index === 0 ? studio : second).delete(`/api/admin/closure/${id}`)),
        ...booked.map(({ id }) => studio.post(`${PATH}/${id}/state`, { state: 'CANCELLED' })),
        studio.delete(`${PATH}/block-time`, { date: '2027-01-18', timeSlot: '09-10' }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([
        ...made.map(() => 204),
        ...booked.map(() => 200),
        204,
      ]);
      expect(await db.$count(slotClaims, isNotNull(slotClaims.closureId))).toBe(0);
      const { rows } = await db.execute(sql`select 1 from closure_exceptions`);
      expect(rows).toEqual([]);
      await db.delete(slotClaims);
      await db.delete(reservations);
    }
  });
});
