import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { members, socialIdentities } from '#core/auth/server/tables.ts';
import type { Note } from '#core/notes/contract/notes.ts';
import type { MemberSummary } from '#features/members/contract/admin-members.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertQuestion } from '#test/factories/questions.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import type { Customer } from '../../contract/customers.ts';
import { memberNotes } from './tables.ts';

const app = await createTestApp();
const admin = await insertAdmin(app, { loginId: 'studio.admin', phone: '01000000001' });
const second = await insertAdmin(app, { loginId: 'second.admin', phone: '01000000002' });
const anna = await insertMember(app, { loginId: 'anna.member', name: '안나', phone: '01000000003' });
const other = await insertMember(app, { name: '보라' });
await insertReservation(app, anna);
await insertReservation(app, anna, { time: '12-13' });
await insertReservation(app, other, { time: '15-16' });
await insertQuestion(app, anna, { title: '하나' });

const PATH = '/api/admin/members';
const UNKNOWN = '00000000-0000-4000-9000-000000000000';
const read = async <T>(path: string): Promise<T> =>
  (await (await app.get(path, { token: admin.accessToken })).json()) as T;
const CUSTOMERS = '/api/admin/customers';
const noteOf = async (id: string) => (await read<Customer>(`${CUSTOMERS}/${id}`)).account?.note ?? null;
const save = (body: { text: string; seenAt: string | null }, by = admin, id = anna.id) =>
  app.put(`${PATH}/${id}/note`, body, { token: by.accessToken });

describe('the admins’ member pages', () => {
  it('lists members with the numbers of their reservations and questions, newest first', async () => {
    const [pending] = await app.db
      .insert(members)
      .values({ name: '카카오회원', status: 'PENDING_SOCIAL', createdAt: new Date('2030-01-01') })
      .returning();
    if (pending === undefined) throw new Error('not inserted');
    await app.db.insert(socialIdentities).values({ provider: 'kakao', subject: '1', memberId: pending.id });
    const list = await read<MemberSummary[]>(PATH);
    expect(list.map(({ name, reservations, questions }) => [name, reservations, questions])).toEqual(
      expect.arrayContaining([
        ['안나', 2, 1],
        ['보라', 1, 0],
      ]),
    );
    expect(await read(`${PATH}?name=${encodeURIComponent('안나')}`)).toMatchObject([
      { id: anna.id, loginId: 'anna.member', phoneNumber: '01000000003' },
    ]);
    const pages = await app.get(`${PATH}?limit=2`, { token: admin.accessToken });
    expect(pages.headers.get('link')).toContain('rel="next"');
  });

  it('filters reservations and questions by member', async () => {
    const reservations = await read<unknown[]>(`/api/admin/reservation?member=${anna.id}`);
    expect(reservations).toHaveLength(2);
    expect(await read(`/api/admin/question?member=${anna.id}`)).toMatchObject([{ title: '하나' }]);
    expect(await read(`/api/admin/question?member=${other.id}`)).toEqual([]);
  });

  it('answers 404 for an unknown member and 400 for an invalid id', async () => {
    for (const [id, status] of [
      [UNKNOWN, 404],
      ['1', 400],
    ] as const) {
      const response = await app.get(`${CUSTOMERS}/${id}`, { token: admin.accessToken });
      expect(await readError(response)).toMatchObject({ status });
      expect((await save({ text: '메모', seenAt: null }, admin, id)).status).toBe(status);
    }
  });

  it('names the member of a reservation until the account is deleted', async () => {
    const leaving = await insertMember(app);
    const { id } = await insertReservation(app, leaving, { time: '18-19' });
    const customerIdOf = async () =>
      (await read<{ customerId: string | null }>(`/api/admin/reservation/${id}`)).customerId;
    expect(await customerIdOf()).toBe(leaving.id);
    await app.delete('/api/member', {}, { token: leaving.accessToken });
    expect(await customerIdOf()).toBeNull();
  });
});

describe('the note about a member', () => {
  it('is saved, shown with its author, changed and deleted, and each change is audited', async () => {
    expect(await noteOf(anna.id)).toBeNull();
    const saved = (await (await save({ text: '꽃 알레르기', seenAt: null })).json()) as Note;
    expect(saved).toMatchObject({ text: '꽃 알레르기', changedBy: 'studio.admin' });
    expect(await noteOf(anna.id)).toEqual(saved);
    const changed = await save({ text: '꽃 알레르기, 오후 선호', seenAt: saved.changedAt }, second);
    const next = (await changed.json()) as Note;
    expect(next).toMatchObject({ text: '꽃 알레르기, 오후 선호', changedBy: 'second.admin' });
    const deleted = await save({ text: ' ', seenAt: next.changedAt });
    expect([deleted.status, await deleted.json()]).toEqual([200, null]);
    expect(await noteOf(anna.id)).toBeNull();
    const audited = await app.db
      .select({ target: adminAuditLog.target, after: adminAuditLog.after })
      .from(adminAuditLog)
      .where(eq(adminAuditLog.action, 'UPDATE_MEMBER_NOTE'));
    expect(audited).toEqual(Array.from({ length: 3 }, () => ({ target: `member:${anna.id}`, after: null })));
  });

  it('of admins who save at once, one succeeds and the others are told', async () => {
    const texts = Array.from({ length: 8 }, (_, index) => `메모 ${index}`);
    const responses = await Promise.all(texts.map((text) => save({ text, seenAt: null })));
    const winner = responses.findIndex(({ status }) => status === 200);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const [index, response] of responses.entries())
      if (index !== winner)
        expect(await readError(response)).toMatchObject({ status: 409, code: 'NOTE_CHANGED' });
    expect((await noteOf(anna.id))?.text).toBe(texts[winner]);
  });

  it('two saves in one millisecond have different times', async () => {
    const note = await noteOf(anna.id);
    const again = await save({ text: '다시', seenAt: note?.changedAt ?? null });
    expect(((await again.json()) as Note).changedAt).not.toBe(note?.changedAt);
  });

  it('a note that is too long or has control characters is rejected and changes nothing', async () => {
    const note = await noteOf(anna.id);
    for (const text of ['가'.repeat(2_001), 'a\u0000'])
      expect((await save({ text, seenAt: note?.changedAt ?? null })).status).toBe(400);
    expect(await noteOf(anna.id)).toEqual(note);
  });

  it('is deleted with the account', async () => {
    await app.delete('/api/member', {}, { token: anna.accessToken });
    expect(await app.db.select().from(memberNotes)).toEqual([]);
  });
});
