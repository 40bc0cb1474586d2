import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { createAdminClient, insertPhoneReservation } from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import type { ReservationDetail } from '../../contract/admin-reservations.ts';
import { reservations, slotClaims } from '../tables.ts';

const NOW = '2026-11-21T01:00:00Z';
const [OLD, NEW] = ['01098765432', '01022223333'];
const app = await createTestApp({ now: NOW });
const studio = await createAdminClient(app);

const facts = {
  guestName: '전화손님',
  phoneNumber: OLD,
  shootType: 'FOOD',
  desiredShootDate: '',
  location: '',
  notes: '',
};
const correct = (id: number, changes: Record<string, unknown> = {}) =>
  studio.put(`/api/admin/reservation/${id}/details`, { ...facts, ...changes });
const textsTo = (phone: string): string[] =>
  app.sent.filter(({ to }) => to === phone).map(({ text }) => text);

beforeEach(async () => {
  app.clock.set(NOW);
  for (const table of [notifications, slotClaims, reservations, adminAuditLog]) await app.db.delete(table);
  app.sent.length = 0;
});

it('the facts of a phone reservation can be corrected, and the time stays', async () => {
  const { id, date, time, reservationCode } = await insertPhoneReservation(studio);
  const changes = { guestName: '김손님', shootType: 'WEDDING', location: '한강', notes: '둘' };
  const response = await correct(id, changes);
  expect(response.status).toBe(200);
  const { guestName: memberName, ...rest } = changes;
  expect(await response.json()).toMatchObject({
    ...rest,
    memberName,
    phoneNumber: OLD,
    date,
    time,
    reservationCode,
    history: [],
  });
});

it('a correction is audited by the names of the fields, and one without a change is not', async () => {
  const { id } = await insertPhoneReservation(studio);
  expect((await correct(id)).status).toBe(200);
  await correct(id, { guestName: '김손님', notes: '비밀 이야기' });
  const [, ...lines] = await app.db.select().from(adminAuditLog).orderBy(adminAuditLog.id);
  expect(lines).toMatchObject([
    {
      adminId: studio.id,
      action: 'CORRECT_GUEST_RESERVATION',
      target: `reservation:${id}`,
      after: { changed: ['guestName', 'notes'] },
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/김손님|비밀/);
});

it('a new phone number gets the confirmation, which the old one no longer gets', async () => {
  const { id } = await insertPhoneReservation(studio);
  const response = await correct(id, { phoneNumber: '010-2222-3333' });
  expect(((await response.json()) as ReservationDetail).history).toMatchObject([
    { action: 'CORRECTED', by: studio.loginId },
  ]);
  await sendNotifications(app.deps);
  expect(textsTo(OLD)).toEqual([]);
  expect(textsTo(NEW)).toEqual([expect.stringContaining('사전 미팅 예약이 확정되었습니다.')]);
});

it('another name alone sends no second confirmation, and the unsent one stays', async () => {
  const { id } = await insertPhoneReservation(studio);
  await correct(id, { guestName: '김손님' });
  await sendNotifications(app.deps);
  await correct(id, { guestName: '이손님' });
  await sendNotifications(app.deps);
  expect(textsTo(OLD)).toHaveLength(1);
});

it('a phone number that is removed gets no message, nor a number that is corrected after the meeting', async () => {
  const removed = await insertPhoneReservation(studio);
  const without = await correct(removed.id, { phoneNumber: undefined });
  expect(await without.json()).toMatchObject({ phoneNumber: null });
  const past = await insertPhoneReservation(studio, { date: '2026-11-25' });
  await sendNotifications(app.deps);
  app.clock.set('2026-11-26T01:00:00Z');
  expect((await correct(past.id, { phoneNumber: NEW })).status).toBe(200);
  await sendNotifications(app.deps);
  expect(textsTo(OLD)).toHaveLength(1);
  expect(textsTo(NEW)).toEqual([]);
});

it('invalid facts are rejected with 400 and change nothing', async () => {
  const { id } = await insertPhoneReservation(studio);
  for (const changes of [{ guestName: '' }, { phoneNumber: '12' }, { shootType: 'PORTRAIT' }])
    expect(await readError(await correct(id, changes))).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  expect(await studio.getJson(`/api/admin/reservation/${id}`)).toMatchObject({
    memberName: '전화손님',
    phoneNumber: OLD,
    shootType: 'FOOD',
  });
});

it('a member’s reservation and that of a caller whose data was deleted cannot be corrected', async () => {
  const NOT_FOUND = { status: 404, code: 'NOT_FOUND' };
  const own = await insertReservation(app, await insertMember(app), { date: '2026-11-25' });
  expect(await readError(await correct(own.id))).toMatchObject(NOT_FOUND);
  const { id } = await insertPhoneReservation(studio);
  await app.db
    .update(reservations)
    .set({ guestName: '삭제한 고객', guestPhone: null })
    .where(eq(reservations.id, id));
  expect(await readError(await correct(id))).toMatchObject(NOT_FOUND);
});

it('a correction of facts that changed meanwhile is rejected with 409', async () => {
  const { id } = await insertPhoneReservation(studio);
  await correct(id, { phoneNumber: NEW });
  const stale = await correct(id, { notes: '둘', seen: facts });
  expect(await readError(stale)).toMatchObject({ status: 409, code: 'CHANGED_MEANWHILE' });
  expect(await studio.getJson(`/api/admin/reservation/${id}`)).toMatchObject({ phoneNumber: NEW, notes: '' });
});

it('a new phone number of a cancelled reservation is told of the cancellation', async () => {
  const { id } = await insertPhoneReservation(studio);
  await studio.post(`/api/admin/reservation/${id}/state`, { state: 'CANCELLED', reason: '' });
  await correct(id, { phoneNumber: NEW });
  await sendNotifications(app.deps);
  expect(textsTo(OLD)).toEqual([]);
  expect(textsTo(NEW)).toEqual([expect.stringContaining('취소')]);
});
