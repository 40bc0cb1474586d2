import { asc, eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { hashPassword } from '#core/auth/server/login/password-hashing.ts';
import { members } from '#core/auth/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import type { ReservationDetail } from '#features/reservations/contract/admin-reservations.ts';
import {
  idempotencyKeys,
  reservationEvents,
  reservations,
  slotClaims,
} from '#features/reservations/server/tables.ts';
import {
  insertPhoneReservation,
  createAdminClient,
  phoneReservationBody,
} from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createSecondServer, createTestApp, readError } from '#test/test-app.ts';
import { introspectSchema } from '../operations/backup/introspect-schema.ts';
import { reapplyErasures } from '../operations/backup/reapply-erasures.ts';
import { hashReservationCode } from './erase-caller.ts';

const NOW = '2026-11-21T01:00:00Z';
const PASSWORD = 'Owner!Password7';
const PHONE = '01098765432';
const noted: string[] = [];
const fresh = await createTestApp({ now: NOW });
const app = {
  ...fresh,
  ...createSecondServer(fresh, {
    erasures: { append: (subject) => Promise.resolve(void noted.push(subject)) },
  }),
};
const studio = await createAdminClient(app, 'studio.owner');
const passwordHash = await hashPassword(PASSWORD);
await app.db.update(members).set({ passwordHash }).where(eq(members.id, studio.id));

const pathOf = ({ id }: { id: number }): string => `/api/admin/reservation/${id}/caller`;
const remove = (reservation: { id: number }, password = PASSWORD): Promise<Response> =>
  studio.delete(pathOf(reservation), { password });
const detailOf = ({ id }: { id: number }): Promise<ReservationDetail> =>
  studio.getJson(`/api/admin/reservation/${id}`);
const contracts = async () =>
  (await app.db.execute(sql`select * from legal_retention.contracts order by date`)).rows;
const hexOf = ({ reservationCode }: ReservationDetail): string =>
  hashReservationCode(reservationCode).toString('hex');

beforeEach(async () => {
  app.clock.set(NOW);
  noted.length = 0;
  for (const table of [slotClaims, notifications, adminAuditLog]) await app.db.delete(table);
  await app.db.delete(reservations);
  await app.db.delete(members).where(eq(members.phone, PHONE));
  await app.db.execute(sql`delete from legal_retention.contracts`);
  await app.db.execute(sql`delete from legal_retention.erasures`);
});

/** A past, a cancelled and an upcoming reservation of one caller, and one of another. */
const insertCaller = async () => {
  const past = await insertPhoneReservation(studio, { date: '2026-11-23', location: '지울장소' });
  const gone = await insertPhoneReservation(studio, { date: '2026-12-02', guestName: '지울이름' });
  // The same person under another name.
  const merged = await studio.post(`/api/admin/customers/${past.customerId}/merge`, {
    callerId: gone.customerId,
  });
  expect(merged.status).toBe(204);
  const state = { state: 'CANCELLED', reason: '지울사유' };
  expect((await studio.post(`/api/admin/reservation/${gone.id}/state`, state)).status).toBe(200);
  const body = phoneReservationBody({ date: '2026-12-03', notes: '지울사연', answers: [] });
  const key = { 'idempotency-key': '5f0f3ed0-2a4e-4b2c-9d1c-000000000001' };
  const next = (await (await studio.post('/api/admin/reservation', body, key)).json()) as ReservationDetail;
  const other = await insertPhoneReservation(studio, { date: '2026-12-04', phoneNumber: '0212345678' });
  return { past, gone, next, other };
};

describe('L-03 deleting a caller at their request', () => {
  it('L-03 L-04 all reservations of a caller lose their data, and the law’s archive keeps the contracts', async () => {
    const { past, gone, next, other } = await insertCaller();
    const member = await insertMember(app, { phone: PHONE, name: '남을이' });
    const kept = await insertReservation(app, member, { date: '2026-12-05' });
    const family = await insertPhoneReservation(studio, { date: '2026-12-06', guestName: '남을가족' });
    app.clock.set('2026-11-24T01:00:00Z');
    expect(await studio.getJson(pathOf(gone))).toEqual({ reservations: 3, upcomingReservations: 1 });
    expect((await remove(gone)).status).toBe(204);

    for (const reservation of [past, gone, next])
      expect(await detailOf(reservation)).toMatchObject({
        memberName: '삭제한 고객',
        isGuest: true,
        phoneNumber: null,
        location: '',
        notes: '',
        desiredShootDate: '',
      });
    expect(await detailOf(past)).toMatchObject({ state: 'BOOKED', date: '2026-11-23', history: [] });
    expect((await detailOf(next)).history).toMatchObject([{ action: 'CANCELLED', by: 'studio.owner' }]);
    expect(await detailOf(other)).toMatchObject({ memberName: '전화손님', phoneNumber: '0212345678' });
    expect(await detailOf(family)).toMatchObject({
      memberName: '남을가족',
      state: 'BOOKED',
      phoneNumber: PHONE,
    });
    expect(await detailOf(kept)).toMatchObject({ memberName: '남을이', state: 'BOOKED', phoneNumber: PHONE });
    const claims = await app.db
      .select({ date: slotClaims.date })
      .from(slotClaims)
      .orderBy(asc(slotClaims.date));
    expect(claims.map(({ date }) => date)).toEqual(['2026-11-23', '2026-12-04', '2026-12-05', '2026-12-06']);

    const archived = { name: '전화손님', phone: PHONE };
    expect(await contracts()).toMatchObject([
      {
        ...archived,
        code: past.reservationCode,
        location: '지울장소',
        since: '2026-11-23',
        cancelled_at: null,
      },
      { ...archived, name: '지울이름', code: gone.reservationCode, since: '2026-11-21' },
      { ...archived, code: next.reservationCode, since: '2026-11-24' },
    ]);
  });

  it('L-03 no table but the archive has personal data of the caller, and no message is sent', async () => {
    const { next } = await insertCaller();
    await sendNotifications(app.deps);
    const sent = app.sent.length;
    expect(await app.db.$count(notifications, eq(notifications.address, PHONE))).toBeGreaterThan(0);
    expect((await remove(next)).status).toBe(204);
    await sendNotifications(app.deps);
    expect(app.sent.length).toBe(sent);
    expect(await app.db.$count(idempotencyKeys)).toBe(0);
    const audit = await app.db.select().from(adminAuditLog).where(eq(adminAuditLog.action, 'DELETE_CALLER'));
    expect(audit).toMatchObject([
      { adminId: studio.id, target: `reservation:${next.id}`, before: null, after: { reservations: 3 } },
    ]);
    await app.db.delete(reservations).where(eq(reservations.guestPhone, '0212345678'));
    for (const { name } of await introspectSchema(app.db)) {
      if (name === 'legal_retention.contracts') continue;
      const { rows } = await app.db.execute<{ row: string }>(sql.raw(`select t::text as row from ${name} t`));
      for (const { row } of rows) expect(row, name).not.toMatch(/지울|전화손님|98765432/);
    }
  });

  it('a customer without a number is deleted from one reservation only', async () => {
    const [first, second] = [
      await insertPhoneReservation(studio, { phoneNumber: undefined }),
      await insertPhoneReservation(studio, { phoneNumber: undefined, time: '12-13' }),
    ];
    expect(await studio.getJson(pathOf(first))).toEqual({ reservations: 1, upcomingReservations: 1 });
    expect((await remove(first)).status).toBe(204);
    expect(await detailOf(second)).toMatchObject({ memberName: '전화손님', state: 'BOOKED' });
  });

  it('a wrong password, a member’s reservation and a deleted caller’s are refused', async () => {
    const { next } = await insertCaller();
    const own = await insertReservation(app, await insertMember(app), { date: '2026-12-06' });
    expect(await readError(await remove(next, 'wrong-password'))).toMatchObject({ code: 'PASSWORD_WRONG' });
    expect(await readError(await remove(own))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await detailOf(own)).toMatchObject({ memberName: '김사진', state: 'BOOKED' });
    expect(await contracts()).toEqual([]);
    expect((await remove(next)).status).toBe(204);
    app.clock.advance(10_000);
    expect(await readError(await remove(next))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await studio.get(pathOf(next))).status).toBe(404);
    expect(await contracts()).toHaveLength(3);
  });

  it('two admins who delete a caller at the same time archive and record it once', async () => {
    const { past, next } = await insertCaller();
    const responses = await Promise.all([remove(past), remove(next), remove(next)]);
    for (const { status } of responses) expect([204, 404]).toContain(status);
    expect(await contracts()).toHaveLength(3);
    expect(await app.db.$count(adminAuditLog, eq(adminAuditLog.action, 'DELETE_CALLER'))).toBe(1);
    expect(await app.db.$count(reservationEvents, eq(reservationEvents.action, 'CANCELLED'))).toBe(3);
  });

  it('F-24 the erasure ledger names the reservations by a hash, and a restored backup deletes the caller again', async () => {
    const { past, gone, next, other } = await insertCaller();
    const before = await app.db.select().from(reservations);
    expect((await remove(past)).status).toBe(204);
    expect(noted.toSorted()).toEqual([past, gone, next].map(hexOf).toSorted());
    const ids = [past, gone, next].map(({ id }) => id);
    const erased = new Set(noted);
    const deps = { ...app.deps, hooks: [] };
    // A backup that was made after the deletion.
    expect(await reapplyErasures(deps, erased)).toEqual({ erased: 0, kept: 0, callerReservations: 0 });
    // One that was made before it.
    await app.db.delete(reservations).where(inArray(reservations.id, ids));
    await app.db.insert(reservations).values(before.filter(({ id }) => ids.includes(id) && id !== next.id));
    await app.db.execute(sql`delete from legal_retention.contracts`);
    expect(await reapplyErasures(deps, erased)).toEqual({ erased: 0, kept: 0, callerReservations: 2 });
    for (const reservation of [past, gone])
      expect(await detailOf(reservation)).toMatchObject({ memberName: '삭제한 고객', phoneNumber: null });
    expect(await detailOf(other)).toMatchObject({ memberName: '전화손님' });
    expect(await contracts()).toHaveLength(2);
  });
});
