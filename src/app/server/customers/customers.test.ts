import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAccessLog, adminAuditLog } from '#core/audit/server/tables.ts';
import { members } from '#core/auth/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { ERASED_CALLER } from '#features/reservations/contract/admin-reservations.ts';
import { reservationNotes, reservations, slotClaims } from '#features/reservations/server/tables.ts';
import { createAdminClient, insertPhoneReservation } from '#test/factories/admin-client.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertQuestion } from '#test/factories/questions.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import type { Customer, CustomerSummary, TimelineEntry } from '../../contract/customers.ts';
import { repairCustomers } from './repair-customers.ts';

const PATH = '/api/admin/customers';
const PHONE = '01098765432';
const UNKNOWN = '00000000-0000-4000-9000-000000000000';
const NOW = Date.parse('2026-11-21T01:00:00Z');
const app = await createTestApp({ now: new Date(NOW).toISOString() });
const studio = await createAdminClient(app, 'studio.owner');

let day = 0;
/** Takes a booking by phone, each on a date of its own. */
const book = async (changes: Record<string, unknown> = {}) => {
  day += 1;
  app.clock.set(new Date(NOW + day).toISOString());
  const date = `2027-01-${String(day).padStart(2, '0')}`;
  const { id, customerId } = await insertPhoneReservation(studio, { date, ...changes });
  if (customerId === null) throw new Error('no customer');
  return { id, customerId };
};
const detailOf = (id: string) => studio.getJson<Customer>(`${PATH}/${id}`);
const timelineOf = (id: string, query = '') =>
  studio.getJson<TimelineEntry[]>(`${PATH}/timeline?customer=${id}${query}`);
const merge = (id: string, callerId: string) => studio.post(`${PATH}/${id}/merge`, { callerId });
const separate = (id: string, reservationId: number) =>
  studio.post(`${PATH}/${id}/separate`, { reservationId });
const reservationsOf = async (id: string) =>
  (await timelineOf(id)).flatMap(({ reservation }) => reservation?.id ?? []).toSorted((a, b) => a - b);

beforeEach(async () => {
  day = 0;
  app.clock.set(new Date(NOW).toISOString());
  for (const table of [slotClaims, notifications, adminAuditLog, adminAccessLog]) await app.db.delete(table);
  await app.db.delete(reservations);
  await app.db.delete(members).where(eq(members.phone, PHONE));
});

describe('the list of customers', () => {
  it('has members and everybody who booked by phone once, newest first, and finds parts of names', async () => {
    const [first, second, other] = [await book(), await book(), await book({ guestName: '다른이' })];
    expect(second.customerId).toBe(first.customerId);
    const member = await insertMember(app, { name: '박회원', phone: PHONE });
    await insertReservation(app, member, { date: '2026-12-01' });
    const list = await studio.getJson<CustomerSummary[]>(PATH);
    expect(list.filter(({ reservations: count }) => count > 0)).toEqual([
      { id: member.id, name: '박회원', phoneNumber: PHONE, isMember: true, reservations: 1 },
      { id: other.customerId, name: '다른이', phoneNumber: PHONE, isMember: false, reservations: 1 },
      { id: first.customerId, name: '전화손님', phoneNumber: PHONE, isMember: false, reservations: 2 },
    ]);
    expect(await studio.getJson(`${PATH}?name=${encodeURIComponent('다른')}`)).toMatchObject([
      { id: other.customerId },
    ]);
    const pages = await studio.get(`${PATH}?limit=1`);
    const next = /<([^>]+)>; rel="next"/.exec(pages.headers.get('link') ?? '')?.[1] ?? '';
    expect(await studio.getJson<CustomerSummary[]>(next)).toEqual(list.slice(1, 2));
  });

  it('customers without a number are never taken for one', async () => {
    const [first, second] = [await book({ phoneNumber: undefined }), await book({ phoneNumber: undefined })];
    expect(second.customerId).not.toBe(first.customerId);
    expect((await detailOf(first.customerId)).sameNumber).toEqual([]);
  });
});

describe('a customer', () => {
  it('shows account, calls, counts and those with the same number, and the timeline shows what happened', async () => {
    const member = await insertMember(app, { loginId: 'park', name: '박회원', phone: PHONE });
    const { id } = await insertReservation(app, member, { date: '2026-12-01' });
    const question = await insertQuestion(app, member, { title: '주차' });
    const caller = await book();
    expect(await detailOf(member.id)).toMatchObject({
      name: '박회원',
      account: { loginId: 'park', note: null },
      reservations: 1,
      noShows: 0,
      questions: 1,
      callers: [],
      sameNumber: [{ id: caller.customerId, name: '전화손님', isMember: false }],
    });
    expect(await detailOf(caller.customerId)).toMatchObject({
      name: '전화손님',
      account: null,
      callers: [{ name: '전화손님', phoneNumber: PHONE, reservations: 1, reservationId: caller.id }],
      sameNumber: [{ id: member.id, isMember: true }],
    });
    const timeline = await timelineOf(member.id);
    expect(timeline.filter(({ reservation }) => reservation !== null)).toMatchObject([
      { reservation: { id, memberName: '박회원' } },
    ]);
    expect(timeline.filter(({ question: asked }) => asked !== null)).toMatchObject([
      { question: { id: question.id, title: '주차', answered: false } },
    ]);
    expect(timeline.flatMap(({ message }) => message?.label ?? [])).toEqual(['예약 확정']);
    const pages = await studio.get(`${PATH}/timeline?customer=${member.id}&limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(pages.headers.get('link') ?? '')?.[1] ?? '';
    expect([...((await pages.json()) as unknown[]), ...(await studio.getJson<unknown[]>(next))]).toEqual(
      timeline,
    );
  });

  it('is 404 when unknown, 400 for an invalid id, and only for admins', async () => {
    expect(await readError(await studio.get(`${PATH}/${UNKNOWN}`))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await studio.get(`${PATH}/1`)).status).toBe(400);
    const member = await insertMember(app, { phone: PHONE });
    for (const path of [PATH, `${PATH}/${member.id}`, `${PATH}/timeline?customer=${member.id}`])
      expect((await app.get(path, { token: member.accessToken })).status).toBe(403);
  });

  it('reading a customer is logged with the persons whose data was read', async () => {
    const member = await insertMember(app, { phone: PHONE });
    const caller = await book();
    await app.db.delete(adminAccessLog);
    await detailOf(caller.customerId);
    expect(await app.db.select().from(adminAccessLog)).toMatchObject([
      { action: 'VIEW_CUSTOMER', subjectIds: [member.id], reservationIds: [caller.id] },
    ]);
    await merge(member.id, caller.customerId);
    await app.db.delete(adminAccessLog);
    await detailOf(member.id);
    expect(await app.db.select().from(adminAccessLog)).toMatchObject([
      { action: 'VIEW_CUSTOMER', subjectIds: [member.id], reservationIds: [caller.id] },
    ]);
  });
});

describe('merging and separating', () => {
  it('one press merges a caller with a member, another takes them apart, and the member sees neither', async () => {
    const member = await insertMember(app, { name: '박회원', phone: PHONE });
    const own = await insertReservation(app, member, { date: '2026-12-01' });
    const [first, other] = [await book(), await book({ guestName: '어머니' })];
    expect((await merge(member.id, first.customerId)).status).toBe(204);
    expect((await merge(member.id, other.customerId)).status).toBe(204);
    expect(await reservationsOf(member.id)).toEqual([own.id, first.id, other.id]);
    expect(await detailOf(member.id)).toMatchObject({ reservations: 3, sameNumber: [] });
    const mine = await app.get('/api/reservation/my', { token: member.accessToken });
    expect(await mine.json()).toMatchObject([{ id: own.id }]);
    expect((await app.get(`/api/reservation/my/${first.id}`, { token: member.accessToken })).status).not.toBe(
      200,
    );
    for (const path of [`${PATH}?name=${encodeURIComponent('어머')}`, PATH])
      expect(await studio.getJson(path)).toEqual(
        expect.arrayContaining([expect.objectContaining({ id: member.id, name: '박회원' })]),
      );
    // A later booking by the same name and number belongs to whom the studio chose.
    expect((await book()).customerId).toBe(member.id);
    expect((await separate(member.id, other.id)).status).toBe(204);
    expect(await reservationsOf(member.id)).toHaveLength(3);
    expect(await detailOf(member.id)).toMatchObject({ sameNumber: [{ name: '어머니', reservations: 1 }] });
    const audit = await app.db
      .select({ action: adminAuditLog.action, after: adminAuditLog.after })
      .from(adminAuditLog)
      .where(eq(adminAuditLog.target, `customer:${member.id}`));
    expect(audit).toMatchObject([
      { action: 'MERGE_CUSTOMERS', after: { reservations: 1 } },
      { action: 'MERGE_CUSTOMERS', after: { reservations: 1 } },
      { action: 'SEPARATE_CUSTOMER', after: { reservations: 1 } },
    ]);
  });

  it('a member is not merged into anybody, nor a customer into themselves or an unknown one', async () => {
    const [member, caller] = [await insertMember(app, { phone: PHONE }), await book()];
    for (const [id, callerId] of [
      [caller.customerId, member.id],
      [caller.customerId, caller.customerId],
      [UNKNOWN, caller.customerId],
      [member.id, UNKNOWN],
    ] as const)
      expect(await readError(await merge(id, callerId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await readError(await separate(member.id, caller.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await reservationsOf(caller.customerId)).toEqual([caller.id]);
  });

  it('after the member has left, the calls are those of customers without an account again', async () => {
    const member = await insertMember(app, { phone: PHONE });
    const [first, other] = [await book(), await book({ guestName: '어머니' })];
    await merge(member.id, first.customerId);
    await merge(member.id, other.customerId);
    expect((await app.delete('/api/member', {}, { token: member.accessToken })).status).toBe(204);
    expect(await readError(await studio.get(`${PATH}/${member.id}`))).toMatchObject({ code: 'NOT_FOUND' });
    const list = await studio.getJson<CustomerSummary[]>(PATH);
    expect(list.filter(({ reservations: count }) => count > 0)).toMatchObject([
      { name: '어머니', isMember: false, reservations: 1 },
      { name: '전화손님', isMember: false, reservations: 1 },
    ]);
  });

  it('an admin is not offered for a merge and takes in nobody', async () => {
    const owner = await insertAdmin(app, { phone: PHONE });
    const caller = await book();
    expect((await detailOf(caller.customerId)).sameNumber).toEqual([]);
    expect(await readError(await merge(owner.id, caller.customerId))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('what an older server wrote during an update is completed', async () => {
    const [known, unknown, erased] = [await book(), await book(), await book({ guestName: '지울이' })];
    await app.db.update(reservations).set({ customerId: null }).where(eq(reservations.id, unknown.id));
    await app.db
      .update(reservations)
      .set({ guestName: ERASED_CALLER, guestPhone: null })
      .where(eq(reservations.id, erased.id));
    await studio.put(`/api/admin/reservation/${known.id}/note`, { text: '남을 메모', seenAt: null });
    await app.db
      .insert(reservationNotes)
      .values({ subjectId: erased.id, text: '지울 메모', changedAt: app.clock.now() });
    await repairCustomers(app.deps);
    expect(await reservationsOf(known.customerId)).toEqual([known.id, unknown.id]);
    expect(await readError(await studio.get(`${PATH}/${erased.customerId}`))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await app.db.select({ text: reservationNotes.text }).from(reservationNotes)).toEqual([
      { text: '남을 메모' },
    ]);
  });

  it('a corrected name stays with its customer', async () => {
    const [first, second] = [await book(), await book()];
    const facts = { guestName: '전화손님', phoneNumber: PHONE, shootType: 'FOOD' };
    await studio.put(`/api/admin/reservation/${first.id}/details`, { ...facts, guestName: '정정한이' });
    expect(await reservationsOf(second.customerId)).toEqual([first.id, second.id]);
  });
});
