import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import {
  consents,
  loginLog,
  members,
  reservedLoginIds,
  sessions,
  verificationCodes,
  failureCounters,
} from '#core/auth/server/tables.ts';
import { answers, questions } from '#features/questions/server/tables.ts';
import { reservationEvents, reservations, slotClaims } from '#features/reservations/server/tables.ts';
import { rateCounters } from '#platform/server/db/tables.ts';
import { insertAdmin, insertMember, randomPhone, type SignedInMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import {
  insertReservation,
  insertHold,
  insertMembers,
  postReservation,
  postCancel,
  renewSession,
} from '#test/factories/reservations.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import { waitUntilBlocking } from '#test/wait-until-blocking.ts';

const app = await createTestApp();
const [password, DAY] = ['password1', 24 * 3_600_000];

const leave = ({ accessToken }: { accessToken: string }, body?: object, from = app) =>
  from.delete('/api/member', body, { token: accessToken });
const leaveSurely = async (member: SignedInMember, from = app): Promise<void> => {
  expect((await leave(member, undefined, from)).status).toBe(204);
};
const insertQuestion = async (memberId: string, title: string, answer?: string): Promise<void> => {
  const createdAt = app.clock.now();
  const values = { memberId, title, content: '언제 되나요?', createdAt };
  const [row] = await app.db.insert(questions).values(values).returning({ id: questions.id });
  if (answer !== undefined && row !== undefined)
    await app.db.insert(answers).values({ questionId: row.id, content: answer, createdAt });
};
const retainedOf = async (
  table: 'contracts' | 'disputes' | 'consents' | 'erasures',
  { id }: SignedInMember,
  order = 'subject_hash',
) => {
  const { rows } = await app.db.execute(
    sql`select * from ${sql.raw(`legal_retention.${table}`)} where subject_hash = ${hashMemberId(id)}::bytea order by ${sql.raw(order)}`,
  );
  return rows;
};
const eventsOf = ({ id }: { id: number }) =>
  app.db.select().from(reservationEvents).where(eq(reservationEvents.reservationId, id));
const bookedTimes = async (date: string) =>
  (await (await app.get(`/api/reservation/booked-times?date=${date}`)).json()) as string[];

describe('deleting an account', () => {
  it('S-005 deleting an account revokes every session and prevents new logins', async () => {
    const member = await insertMember(app, { password });
    const credentials = { loginId: member.loginId, password };
    const other = (await (await app.post('/api/auth/login', credentials)).json()) as SignedInMember;
    await leaveSurely(member);
    const instances = [app.hono, createApp(app.deps)];
    for (const { accessToken, refreshToken } of [member, other]) {
      const headers = { authorization: `Bearer ${accessToken}` };
      for (const hono of instances)
        expect((await hono.request('/api/member/profile', { headers })).status).toBe(401);
      expect((await app.post('/api/auth/reissue', { refreshToken })).status).toBe(401);
    }
    expect(await readError(await app.post('/api/auth/login', credentials))).toMatchObject({
      code: 'LOGIN_FAILED',
    });
    // Sooner, the same request would be taken for a repeat.
    app.clock.advance(10_000);
    expect((await leave(member)).status).toBe(401);
    expect((await app.post('/api/auth/logout', undefined, { token: member.accessToken })).status).toBe(204);
  });

  it('deleting an account frees upcoming slots and keeps past ones taken', async () => {
    const member = await insertMember(app);
    const past = await insertReservation(app, member, { date: '2026-11-23', time: '09-10' });
    const begun = await insertReservation(app, member, { date: '2026-11-24', time: '09-10' });
    const later = await insertReservation(app, member, { date: '2026-11-24', time: '12-13' });
    const leftAt = '2026-11-24T00:00:00Z';
    app.clock.set(leftAt);
    const again = await renewSession(app, member);
    const preview = await app.get('/api/member/withdrawal-preview', { token: again.accessToken });
    expect(await preview.json()).toEqual({ upcomingReservations: 1, questions: 0 });
    await leaveSurely(again);
    expect(await bookedTimes('2026-11-23')).toEqual(['09-10']);
    expect(await bookedTimes('2026-11-24')).toEqual(['09-10']);

    const admin = await insertAdmin(app);
    const list = (await (
      await app.get('/api/admin/reservation', { token: admin.accessToken })
    ).json()) as unknown[];
    expect(list).toMatchObject([
      { reservationCode: later.reservationCode, memberName: '탈퇴한 회원', state: 'CANCELLED', location: '' },
      {
        reservationCode: begun.reservationCode,
        memberName: '탈퇴한 회원',
        location: '',
        notes: '',
        desiredShootDate: '',
      },
      {
        reservationCode: past.reservationCode,
        memberName: '탈퇴한 회원',
        location: '',
        notes: '',
        desiredShootDate: '',
      },
    ]);
    const next = await insertMember(app);
    expect((await postReservation(app, next, { date: '2026-11-24', time: '12-13' })).status).toBe(201);
    expect(await eventsOf(later)).toMatchObject([
      { action: 'CANCELLED', actor: 'MEMBER', actorId: null, occurredAt: new Date(leftAt) },
    ]);
    app.clock.set('2026-11-21T01:00:00Z');
  });

  it('deleting an account renames the owner of past reservations on a site of an older version', async () => {
    await leaveSurely(await insertMember(app));
    const isOwner = eq(members.status, 'WITHDRAWN');
    await app.db.update(members).set({ name: '이전 이름' }).where(isOwner);
    await leaveSurely(await insertMember(app));
    const owners = await app.db.select({ name: members.name }).from(members).where(isOwner);
    expect(owners).toEqual([{ name: '탈퇴한 회원' }]);
  });

  it('L-04 deleting an account archives contracts, questions and consents and appends to the ledger', async () => {
    const member = await insertMember(app, { name: '보관이' });
    const reservation = await insertReservation(app, member, { date: '2026-11-26', time: '15-16' });
    const sooner = await insertReservation(app, member, { date: '2026-11-22', time: '15-16' });
    await insertQuestion(member.id, '답변 받은 문의', '곧 됩니다.');
    await insertQuestion(member.id, '기다리는 문의');
    const agreedAt = app.clock.now();
    const consent = {
      memberId: member.id,
      item: 'terms',
      version: 1,
      identityVersion: 1,
      ip: '203.0.113.1',
      agreedAt,
    } as const;
    await app.db.insert(consents).values(consent);
    app.clock.set('2026-11-23T01:00:00Z');
    await leaveSurely(await renewSession(app, member));
    const { name, phone } = member;
    expect(await retainedOf('contracts', member, 'date desc')).toMatchObject([
      {
        name,
        phone,
        code: reservation.reservationCode,
        date: '2026-11-26',
        since: '2026-11-23',
        location: '서울숲',
      },
      {
        name,
        phone,
        code: sooner.reservationCode,
        date: '2026-11-22',
        since: '2026-11-22',
        cancelled_at: null,
      },
    ]);
    expect(await retainedOf('disputes', member, 'title desc')).toMatchObject([
      { name, title: '답변 받은 문의', answer: '곧 됩니다.', since: '2026-11-21' },
      { name, title: '기다리는 문의', answer: null, since: '2026-11-21' },
    ]);
    expect(await retainedOf('consents', member)).toMatchObject([
      { name, item: 'terms', since: '2026-11-23' },
    ]);
    expect((await retainedOf('erasures', member)).length).toBe(1);
    app.clock.set('2026-11-21T01:00:00Z');
  });

  it('the archive of a cancelled reservation has the time of cancellation but no reason', async () => {
    const member = await insertMember(app);
    const meeting = { date: '2026-12-30', time: '09-10' };
    const [cancelled, held] = [await insertReservation(app, member, meeting), { ...meeting, time: '12-13' }];
    app.clock.set('2026-11-22T16:00:00Z');
    const again = await renewSession(app, member);
    await postCancel(app, again, cancelled.id, '수술을 받게 되어서요.');
    await insertHold(app, again, held);
    const preview = await app.get('/api/member/withdrawal-preview', { token: again.accessToken });
    expect(await preview.json()).toEqual({ upcomingReservations: 0, questions: 0 });
    app.clock.advance(60_000);
    await leaveSurely(again);
    expect(await retainedOf('contracts', member)).toMatchObject([
      { code: cancelled.reservationCode, since: '2026-11-23' },
    ]);
    const { rows } = await app.db.execute<{ at: string }>(
      sql`select to_char(cancelled_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at
        from legal_retention.contracts where code = ${cancelled.reservationCode}`,
    );
    expect(rows).toEqual([{ at: '2026-11-22 16:00:00' }]);
    expect(await eventsOf(cancelled)).toMatchObject([
      { action: 'CANCELLED', actor: 'MEMBER', actorId: null, reason: '' },
    ]);
    const [row] = await app.db.select().from(reservations).where(eq(reservations.id, cancelled.id));
    expect(row).toMatchObject({ state: 'CANCELLED', location: '', notes: '', desiredShootDate: '' });
    expect(await bookedTimes(meeting.date)).toEqual([]);
    app.clock.set('2026-11-21T01:00:00Z');
  });

  it('deleting an account waits for a concurrent cancellation and archives its time', async () => {
    const member = await insertMember(app);
    const { id, reservationCode } = await insertReservation(app, member, { date: '2026-12-29' });
    const cancelledAt = new Date('2026-11-20T05:00:00Z');
    let leaving: Promise<void> | undefined;
    await app.db.transaction(async (tx) => {
      await tx.update(reservations).set({ state: 'CANCELLED' }).where(eq(reservations.id, id));
      await tx.delete(slotClaims).where(eq(slotClaims.reservationId, id));
      await tx.insert(reservationEvents).values({
        reservationId: id,
        action: 'CANCELLED',
        actor: 'ADMIN',
        date: '2026-12-29',
        slot: '09-10',
        occurredAt: cancelledAt,
      });
      leaving = leaveSurely(member);
      await waitUntilBlocking(tx);
    });
    await leaving;
    const { rows } = await app.db.execute<{ at: Date | string }>(
      sql`select cancelled_at as at from legal_retention.contracts where code = ${reservationCode}`,
    );
    expect(rows.map(({ at }) => new Date(at))).toEqual([cancelledAt]);
    expect(await eventsOf({ id })).toHaveLength(1);
  });

  it('L-03 deleting an account leaves no personal data in any live table', async () => {
    const limited = await createTestApp({ rateLimits: true });
    const phone = randomPhone();
    const member = await insertMember(limited, {
      loginId: 'Leaves.Nothing',
      name: '지울이름',
      phone,
      password,
    });
    const identity = { loginId: member.loginId, name: member.name, phoneNumber: phone };
    await limited.post('/api/auth/login', { loginId: member.loginId, password: 'wrong.one' });
    await limited.post('/api/member/find-id/send-code', identity);
    await limited.post('/api/member/find-id/verify', { ...identity, code: '000000' });
    const given = await insertReservation(limited, member, { notes: '지울사연' });
    await postCancel(limited, member, given.id, '지울사유');
    await insertReservation(limited, member, {});
    await insertHold(limited, member, { date: '2026-11-25', time: '09-10' });
    await limited.db.insert(questions).values({ memberId: member.id, title: '지울문의', content: '내용' });
    expect(await limited.db.$count(rateCounters)).toBeGreaterThan(0);
    expect((await leave(member, { password }, limited)).status).toBe(204);
    // The notice needs the number until it is sent.
    await sendNotifications(limited.deps);

    const { rows: tables } = await limited.db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const traces = [
      member.id,
      member.name,
      phone,
      'leaves.nothing',
      '지울문의',
      '지울사연',
      '지울사유',
      'argon2',
    ];
    for (const { name } of tables) {
      const { rows } = await limited.db.execute<{ row: string }>(
        sql`select lower(t::text) as row from ${sql.identifier(name)} t`,
      );
      for (const { row } of rows) expect(traces.filter((trace) => row.includes(trace))).toEqual([]);
    }
    for (const table of [sessions, verificationCodes, failureCounters, questions, slotClaims])
      expect(await limited.db.$count(table)).toBe(0);
    // The login log has its own retention and no longer names the member.
    expect(await limited.db.$count(loginLog)).toBe(2);
    expect(limited.sent.at(-1)).toEqual({
      to: phone,
      text: '[사진관] 회원 탈퇴가 완료되었습니다. 본인이 아니면 연락해 주세요. 문의 02-000-0000',
    });
  });

  it('the login id of a deleted account is reserved for 30 days and the phone not at all', async () => {
    const member = await insertMember(app, { loginId: 'taken.by.none' });
    await leaveSurely(member);
    const check = (loginId: string) => app.get(`/api/member/check-id?loginId=${loginId}`);
    expect(await readError(await check('TAKEN.by.none'))).toMatchObject({
      status: 409,
      code: 'LOGIN_ID_TAKEN',
    });
    expect((await app.get(`/api/member/check-phone?phoneNumber=${member.phone}`)).status).toBe(200);
    const register = async (loginId: string) => {
      await app.post(`/api/member/send-code?phoneNumber=${member.phone}`);
      return app.post('/api/member/register', {
        loginId,
        password,
        name: '다시온이',
        phoneNumber: member.phone,
        code: app.sentCode(member.phone),
        agreements: { all: true, over14: true, terms: true, privacy: true },
      });
    };
    expect(await readError(await register('taken.by.none'))).toMatchObject({ code: 'LOGIN_ID_TAKEN' });
    expect((await register('another.id')).status).toBe(201);
    const stored = await app.db.select().from(reservedLoginIds);
    expect(stored.every(({ keyHash }) => keyHash.length === 32)).toBe(true);
    app.clock.advance(30 * DAY);
    expect((await check('taken.by.none')).status).toBe(200);
    app.clock.advance(-30 * DAY);
  });

  it('H23 deleting an account needs no password but rejects a wrong one', async () => {
    const member = await insertMember(app, { password });
    expect(await readError(await leave(member, { password: 'password2' }))).toMatchObject({
      status: 400,
      code: 'PASSWORD_WRONG',
    });
    expect(await readError(await leave(member, { password: [''] }))).toMatchObject({ status: 400 });
    expect((await app.get('/api/member/profile', { token: member.accessToken })).status).toBe(200);
    expect((await leave(member, { password })).status).toBe(204);
  });

  it('concurrent requests delete an account once', async () => {
    const member = await insertMember(app);
    const responses = await Promise.all(Array.from({ length: 10 }, () => leave(member)));
    for (const { status } of responses) expect([204, 401]).toContain(status);
    expect((await retainedOf('erasures', member)).length).toBe(1);
    expect(await app.db.$count(members, eq(members.id, member.id))).toBe(0);
  });

  it('deleting an account concurrently with reservations leaves no orphaned slot', async () => {
    for (const member of await insertMembers(app, 5)) {
      const date = '2026-12-20';
      const slots = ['09-10', '12-13'];
      await Promise.all([
        ...slots.map((time) => postReservation(app, member, { date, time })),
        leave(member),
      ]);
      expect(await bookedTimes(date)).toEqual([]);
    }
  });

  it('deleting an account concurrently with logins and refreshes leaves no session', async () => {
    const member = await insertMember(app, { password });
    const { loginId, refreshToken } = member;
    const responses = await Promise.all([
      ...[1, 2, 3].map(() => app.post('/api/auth/login', { loginId, password })),
      app.post('/api/auth/reissue', { refreshToken }),
      leave(member),
    ]);
    for (const { status } of responses) expect([200, 204, 400, 401]).toContain(status);
    expect(await app.db.$count(sessions, eq(sessions.memberId, member.id))).toBe(0);
  });

  it('deleting an account removes its questions from the public list', async () => {
    const member = await insertMember(app);
    await insertQuestion(member.id, '사라질 문의', '답변');
    await leaveSurely(member);
    const list = JSON.stringify(await (await app.get('/api/question')).json());
    expect(list).not.toContain('사라질 문의');
  });
});

describe('a former member', () => {
  it('S-030 a former member is in no list and is rejected by every protected endpoint', async () => {
    const admin = await insertAdmin(app);
    const member = await insertMember(app, { name: '떠난이' });
    await leaveSurely(member);
    const list = async (query: string) =>
      (await (await app.get(`/api/admin/member${query}`, { token: admin.accessToken })).json()) as unknown[];
    expect(await list('?name=떠난이')).toEqual([]);
    expect(await list('?name=탈퇴')).toEqual([]);
    expect((await app.get('/api/member/session', { token: member.accessToken })).status).toBe(401);
  });
});
