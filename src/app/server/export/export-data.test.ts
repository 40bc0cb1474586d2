import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { consents, members } from '#core/auth/server/tables.ts';
import { reservationEvents, reservationNotes, reservations } from '#features/reservations/server/tables.ts';
import { insertAdmin, insertMember, type SignedInMember } from '#test/factories/members.ts';
import { insertQuestion, postAnswer } from '#test/factories/questions.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import { memberNotes } from '../customers/tables.ts';
import { exportedTables } from './exported-tables.ts';

const app = await createTestApp();
const PATH = '/api/member/export';

const askForCode = async (member: SignedInMember): Promise<string> => {
  const response = await app.post(`${PATH}/send-code`, undefined, { token: member.accessToken });
  expect(response.status).toBe(200);
  return app.sentCode(member.phone);
};

const download = (member: SignedInMember, code: string): Promise<Response> =>
  app.post(PATH, { code }, { token: member.accessToken });

const unzip = async (response: Response): Promise<Map<string, string>> => {
  expect(response.status).toBe(200);
  const zip = await yauzl.fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  return files;
};

const exportOf = async (member: SignedInMember): Promise<Map<string, string>> =>
  unzip(await download(member, await askForCode(member)));

type Tables = Record<string, Record<string, unknown>[]>;
const tablesOf = (files: Map<string, string>): Tables =>
  (JSON.parse(files.get('data.json') ?? '') as { tables: Tables }).tables;

describe('downloading the own data', () => {
  it('the file has a page, the data as JSON and a CSV of each table', async () => {
    const member = await insertMember(app, { name: '김내려' });
    const reservation = await insertReservation(app, member, { notes: '=1+1' });
    const response = await download(member, await askForCode(member));
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="sajingwan-\d{8}\.zip";/,
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    const files = await unzip(response);
    const tables = tablesOf(files);
    expect([...files.keys()]).toEqual([
      '내정보.html',
      'data.json',
      ...Object.keys(tables).map((name) => `${name}.csv`),
    ]);
    expect(Object.keys(tables)).toHaveLength(exportedTables.length);
    expect(tables['members']).toMatchObject([{ name: '김내려', phone: member.phone }]);
    expect(tables['reservations']).toMatchObject([{ code: reservation.reservationCode, notes: '=1+1' }]);
    expect(files.get('내정보.html')).toContain('김내려');
    expect(files.get('내정보.html')).toContain(reservation.reservationCode);
    expect(files.get('내정보.html')).toContain('<dd>2026년 11월 24일(화)</dd>');
    // Spreadsheets do not run it as a formula.
    expect(files.get('reservations.csv')).not.toMatch(/(^|,|")=1\+1/m);
    expect(files.get('reservations.csv')).toContain('=1+1');
  });

  it('the answers to questions of the studio are lists of texts', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member, { date: '2026-12-10' });
    const answers = [
      { question: '인원', answer: '3명' },
      { question: '하고 싶은 말', answer: '=1+1\n"둘", 셋' },
    ];
    await app.db.update(reservations).set({ answers, meetingKind: 'PHONE' }).where(eq(reservations.id, id));
    const files = await exportOf(member);
    expect(tablesOf(files)['reservations']).toMatchObject([
      { answers: ['인원: 3명', '하고 싶은 말: =1+1\n"둘", 셋'], meeting_kind: 'PHONE' },
    ]);
    expect(files.get('reservations.csv')).toContain('"인원: 3명, 하고 싶은 말: =1+1\n""둘"", 셋"');
    expect(files.get('내정보.html')).toContain('인원: 3명, 하고 싶은 말: =1+1');
    expect(files.get('내정보.html')).toMatch(/미팅 방법<\/dt>\s*<dd>전화/);
  });

  it('the data of others, notes of the studio and secrets are left out', async () => {
    const [member, other] = [await insertMember(app), await insertMember(app, { name: '다른사람' })];
    const admin = await insertAdmin(app);
    const own = await insertReservation(app, member, { date: '2026-12-01', location: '나의 장소' });
    await insertReservation(app, other, { date: '2026-12-02', location: '남의 장소' });
    const question = await insertQuestion(app, other, { title: '남의 문의' });
    await postAnswer(app, admin, question.id, '남의 답변');
    await app.db.insert(memberNotes).values({
      subjectId: member.id,
      text: '까다로운 손님',
      changedBy: admin.id,
      changedAt: app.clock.now(),
    });
    await app.db.insert(reservationNotes).values({
      subjectId: own.id,
      text: '메모의 비밀',
      changedBy: admin.id,
      changedAt: app.clock.now(),
    });
    await app.db.insert(reservationEvents).values({
      reservationId: own.id,
      action: 'MOVED',
      actor: 'ADMIN',
      actorId: admin.id,
      date: '2026-11-30',
      slot: '09-10',
      reason: '내부 사유',
      occurredAt: app.clock.now(),
    });
    const [{ passwordHash } = { passwordHash: null }] = await app.db
      .select({ passwordHash: members.passwordHash })
      .from(members)
      .where(eq(members.id, member.id));
    const files = await exportOf(member);
    const everything = [...files.values()].join('\n');
    expect(everything).toContain('나의 장소');
    expect(everything).toContain('2026-11-30');
    for (const secret of [
      '다른사람',
      '남의',
      '까다로운',
      '메모의 비밀',
      '내부 사유',
      admin.id,
      other.phone,
      member.accessToken,
      passwordHash ?? 'no hash',
    ])
      expect(everything, secret).not.toContain(secret);
  });

  it('a consent to a document that was withdrawn is marked', async () => {
    const member = await insertMember(app);
    const given = { memberId: member.id, item: 'over14', identityVersion: 1, ip: '203.0.113.1' } as const;
    await app.db.insert(consents).values([1, 2].map((version) => ({ ...given, version })));
    await app.db.execute(sql`
      insert into studio_setting_versions (section, version, body, changed_at, withdrawn_at)
      select section, 2, body, changed_at, changed_at from studio_setting_versions where section = 'over14'
    `);
    const files = await exportOf(member);
    expect(tablesOf(files)['consents']).toMatchObject([{ version: '1' }, { version: '2 (시행 취소)' }]);
    expect(files.get('내정보.html')).toContain('2 (시행 취소)');
  });

  it('markup in the data stays text on the page', async () => {
    const member = await insertMember(app);
    await insertReservation(app, member, { date: '2026-12-03', notes: '<img src=x onerror=alert(1)>' });
    const page = (await exportOf(member)).get('내정보.html') ?? '';
    expect(page).toContain('&lt;img src=x');
    expect(page).not.toContain('<img');
  });

  it('a wrong, used or missing code downloads nothing', async () => {
    const member = await insertMember(app);
    const wrong = { status: 400, code: 'CODE_WRONG', message: '인증번호가 올바르지 않거나 만료되었습니다.' };
    expect(await readError(await download(member, '123456'))).toEqual(wrong);
    const code = await askForCode(member);
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await readError(await download(member, other))).toEqual(wrong);
    expect((await download(member, code)).status).toBe(200);
    expect(await readError(await download(member, code))).toEqual(wrong);
  });

  it('the code of another purpose or member is not accepted', async () => {
    const [member, other] = [await insertMember(app), await insertMember(app)];
    const code = await askForCode(other);
    expect((await download(member, code)).status).toBe(400);
    const phone = '01099998888';
    await app.post(
      '/api/member/profile/phone/send-code',
      { phoneNumber: phone },
      { token: member.accessToken },
    );
    expect((await download(member, app.sentCode(phone))).status).toBe(400);
  });
});
