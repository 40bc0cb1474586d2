import { eq, sql } from 'drizzle-orm';
import { expect, inject, it } from 'vitest';
import { members } from '#core/auth/server/tables.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import {
  deleteHold,
  postReservation,
  postCancel,
  postHold,
  postMove,
  readReservations,
} from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import { waitUntilBlocking } from '#test/wait-until-blocking.ts';
import type { Reservation } from '../contract/reservations.ts';
import { slotClaims } from './tables.ts';

const app = await createTestApp();
const admin = { token: (await insertAdmin(app)).accessToken };
const member = await insertMember(app);
const noon = { date: '2026-11-24', time: '12-13' };
const evening = { date: '2026-11-24', timeSlot: '21-22' };
const studio = '/api/admin/reservation';

// A sequence never rolls back: the first two attempts at a claim are broken off, and from the third on nothing is.
await app.db.execute(sql`create sequence attempts`);
await app.db.execute(sql`create function break_off() returns trigger language plpgsql as $$
  begin
    if nextval('attempts') <= 2 then raise exception 'broken off' using errcode = tg_argv[0]; end if;
    return coalesce(new, old);
  end $$`);

/** The same deed as always, while the database breaks its first attempts off. */
const amid = async (code: string, deed: () => Promise<Response>): Promise<Response> => {
  await app.db.execute(sql`alter sequence attempts restart`);
  await app.db.execute(
    sql.raw(`create trigger break_off before insert or update or delete on slot_claims
      for each row execute function break_off('${code}')`),
  );
  const response = await deed();
  await app.db.execute(sql`drop trigger break_off on slot_claims`);
  const { rows } = await app.db.execute<{ attempts: number }>(
    sql`select last_value::int as attempts from attempts`,
  );
  expect(rows[0]?.attempts).toBeGreaterThan(2);
  return response;
};

it.each(['40P01', '40001'])('F-06 whatever claims or frees a slot is tried again after %s', async (code) => {
  const statuses: number[] = [];
  const run = async (deed: () => Promise<Response>): Promise<Response> => {
    const response = await amid(code, deed);
    statuses.push(response.status);
    return response;
  };
  await run(() => postHold(app, member, noon));
  await run(() => deleteHold(app, member, noon));
  const booking = (await (await run(() => postReservation(app, member))).json()) as Reservation;
  await run(() => postMove(app, member, booking.id, noon));
  await run(() => postCancel(app, member, booking.id));
  await run(() => app.post(`${studio}/${booking.id}/state`, { state: 'BOOKED' }, admin));
  await run(() => app.post(`${studio}/${booking.id}/move`, { date: noon.date, time: '15-16' }, admin));
  await run(() => app.post(`${studio}/${booking.id}/state`, { state: 'CANCELLED' }, admin));
  await run(() => app.post(`${studio}/block-time`, evening, admin));
  await run(() => app.delete(`${studio}/block-time`, evening, admin));
  expect(statuses).toEqual([201, 204, 201, 200, 200, 200, 200, 200, 201, 204]);
  await readReservations(app);
});

const countDeadlocks = async (): Promise<number> => {
  const { rows } = await app.db.execute<{ count: number }>(
    sql`select deadlocks::int as count from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
};

it('F-06 a booking that runs into a deadlock with another transaction succeeds', async () => {
  const booker = await insertMember(app);
  const [date, slot] = ['2026-12-01', '12-13'] as const;
  let booking: Promise<Response> | undefined;
  // Locks the slot before the member, the reverse order of a booking.
  const locking = app.db.transaction(async (tx) => {
    await tx.execute(sql`set local deadlock_timeout = '60s'`);
    await tx.insert(slotClaims).values({ date, slot, kind: 'BLOCKED', createdAt: app.clock.now() });
    booking = postReservation(app, booker, { date, time: slot });
    await waitUntilBlocking(tx);
    await tx.select().from(members).where(eq(members.id, booker.id)).for('update');
    throw new Error('roll back');
  });
  await expect(locking).rejects.toThrow('roll back');
  expect((await booking)?.status).toBe(201);
  // The embedded database runs one transaction at a time.
  if (inject('testDatabase').kind === 'postgres') await expect.poll(countDeadlocks).toBeGreaterThan(0);
});
