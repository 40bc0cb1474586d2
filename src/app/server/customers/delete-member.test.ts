import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import { consents, failureCounters, members, sessions } from '#core/auth/server/tables.ts';
import { slotClaims } from '#features/reservations/server/tables.ts';
import { insertAdmin, insertMember, type SignedInMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { insertQuestion, postAnswer } from '#test/factories/questions.ts';
import { insertReservation, postCancel, postReservation } from '#test/factories/reservations.ts';
import { createSecondServer, createTestApp, readError, type TestApp } from '#test/test-app.ts';
import { introspectSchema } from '../operations/backup/introspect-schema.ts';

const [OWNER, PASSWORD] = ['studio.owner', 'Owner!Password7'];
const app = await createTestApp();
const admin = await insertAdmin(app, { loginId: OWNER, password: PASSWORD });

interface Target {
  readonly id: string;
}
const remove = ({ id }: Target, password = PASSWORD, by = admin, from = app): Promise<Response> =>
  from.delete(`/api/admin/members/${id}`, { password }, { token: by.accessToken });
const preview = async ({ id }: Target): Promise<unknown> =>
  (
    await app.get(`/api/admin/members/${id}/deletion-preview`, { token: admin.accessToken })
  ).json() as Promise<unknown>;
const isThere = async ({ id }: Target): Promise<boolean> =>
  (await app.db.$count(members, eq(members.id, id))) === 1;

/** The rows of all tables. Random values, and times of the database's clock, which have fractions of a second, are replaced. */
const readTables = async ({ db }: TestApp): Promise<Record<string, unknown>> => {
  const tables = await introspectSchema(db);
  const rows = tables.map(async ({ name }) => {
    const { rows: found } = await db.execute<{ row: string }>(
      sql.raw(`select t::text as row from ${name} t`),
    );
    const texts = found.map(({ row }) =>
      row
        .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
        .replaceAll(/\\+x[0-9a-f]{40,}/g, 'hash')
        .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b/g, 'code')
        .replaceAll(/[0-9-]{10} [0-9:]{8}\.[0-9]+\+00/g, 'now')
        // Rows are kept in any order.
        .replace(/^\(\d+(?=,"hash")/, '(id')
        .replaceAll(/\$argon2[^,]+(?:,[^,]+){2}/g, 'password'),
    );
    return [name, texts.toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
};

/** Lets the same member leave a site of its own in this way, and returns what is stored then. */
const readTablesAfter = async (
  leave: (own: TestApp, member: SignedInMember, by: SignedInMember) => Promise<Response>,
): Promise<Record<string, unknown>> => {
  const own = await createTestApp();
  const by = await insertAdmin(own, { loginId: OWNER, password: PASSWORD, phone: '01011110000' });
  const member = await insertMember(own, { loginId: 'leaving', name: '지울이름', phone: '01011112222' });
  await insertReservation(own, member, { date: '2026-11-24', notes: '지울사연' });
  const cancelled = await insertReservation(own, member, { date: '2026-11-25' });
  await postCancel(own, member, cancelled.id, '지울사유');
  const { id } = await insertQuestion(own, member, { title: '지울문의' });
  await postAnswer(own, by, id);
  await own.db.insert(consents).values({
    memberId: member.id,
    item: 'terms',
    version: 1,
    identityVersion: 1,
    ip: '203.0.113.1',
    agreedAt: own.clock.now(),
  });
  expect((await leave(own, member, by)).status).toBe(204);
  await sendNotifications(own.deps);
  expect(own.sent.at(-1)).toMatchObject({
    to: member.phone,
    text: expect.stringContaining('회원 탈퇴가 완료되었습니다.') as string,
  });
  await own.db.delete(failureCounters);
  const {
    'public.completed_requests': _,
    'public.admin_audit_log': audit,
    ...tables
  } = await readTables(own);
  expect(audit).not.toEqual(expect.arrayContaining([expect.stringMatching(/지울|leaving|0101111/)]));
  return tables;
};

describe('L-03 deleting a member at their request', () => {
  it('L-03 L-04 an admin who deletes a member leaves the same rows in all tables as a withdrawal', async () => {
    const withdrawn = await readTablesAfter((own, { accessToken: token }) =>
      own.delete('/api/member', undefined, { token }),
    );
    const deleted = await readTablesAfter((own, member, by) => remove(member, PASSWORD, by, own));
    expect(deleted).toEqual(withdrawn);
    expect(deleted).toMatchObject({
      'legal_retention.contracts': [expect.stringContaining('지울이름'), expect.stringContaining('지울이름')],
      'legal_retention.disputes': [expect.stringContaining('지울문의')],
      'legal_retention.consents': [expect.stringContaining('terms')],
    });
  });

  it('L-03 the preview counts what is cancelled and deleted, and the audit log and the erasure ledger have the deletion without personal data', async () => {
    const noted: string[] = [];
    const erasures = { append: (subject: string) => Promise.resolve(void noted.push(subject)) };
    const member = await insertMember(app, { name: '지울이름' });
    const { date } = await insertReservation(app, member, { date: '2026-12-01' });
    await insertQuestion(app, member);
    expect(await preview(member)).toEqual({ upcomingReservations: 1, questions: 1 });
    const server = createSecondServer(app, { erasures });
    expect((await remove(member, PASSWORD, admin, server)).status).toBe(204);
    expect(noted).toEqual([hashMemberId(member.id).toString('hex')]);
    expect(await isThere(member)).toBe(false);
    expect(await app.db.$count(slotClaims, eq(slotClaims.date, date))).toBe(0);
    const entries = await app.db
      .select()
      .from(adminAuditLog)
      .where(eq(adminAuditLog.target, `member:${member.id}`));
    expect(entries).toMatchObject([
      { action: 'DELETE_MEMBER', adminId: admin.id, adminLoginId: OWNER, before: null, after: null },
    ]);
  });

  it('a wrong password, an unknown member and an admin are refused', async () => {
    const [member, other] = [await insertMember(app), await insertAdmin(app)];
    expect(await readError(await remove(member, 'wrong-password'))).toMatchObject({
      status: 400,
      code: 'PASSWORD_WRONG',
    });
    for (const target of [other, admin])
      expect(await readError(await remove(target))).toEqual({
        status: 409,
        code: 'ADMIN_ACCOUNT',
        message: '관리자는 여기서 삭제할 수 없습니다. 관리 → 설정 → 관리자에서 권한을 먼저 회수해 주세요.',
      });
    // Owns the reservations of members who have left.
    expect((await remove(await insertMember(app))).status).toBe(204);
    for (const id of ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001']) {
      expect(await readError(await remove({ id }))).toMatchObject({ code: 'NOT_FOUND' });
      expect(await preview({ id })).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await Promise.all([member, other, admin].map(isThere))).toEqual([true, true, true]);
    expect((await remove(member, PASSWORD, member)).status).toBe(403);
    expect(await app.db.$count(adminAuditLog, eq(adminAuditLog.target, `member:${member.id}`))).toBe(0);
  });

  it('deleting a member concurrently with their reservations and twice leaves no orphaned slot and one entry', async () => {
    for (const time of ['09-10', '12-13', '15-16']) {
      const member = await insertMember(app);
      const date = '2026-12-20';
      const responses = await Promise.all([
        postReservation(app, member, { date, time }),
        remove(member),
        remove(member),
        postReservation(app, member, { date: '2026-12-21', time }),
      ]);
      for (const { status } of responses) expect([201, 204, 401, 404]).toContain(status);
      for (const day of [date, '2026-12-21'])
        expect(await app.db.$count(slotClaims, eq(slotClaims.date, day))).toBe(0);
      expect(await app.db.$count(sessions, eq(sessions.memberId, member.id))).toBe(0);
      expect(await app.db.$count(adminAuditLog, eq(adminAuditLog.target, `member:${member.id}`))).toBe(1);
    }
  });
});
