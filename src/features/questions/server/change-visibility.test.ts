import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { members } from '#core/auth/server/tables.ts';
import { studioSettingVersions } from '#core/content/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { seoulInstant } from '#platform/contract/seoul-time.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { sendToCustomers } from '#test/factories/messages.ts';
import { insertQuestion, readQuestions } from '#test/factories/questions.ts';
import { renewSession } from '#test/factories/reservations.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import type { Question } from '../contract/questions.ts';
import { loadSampleQuestions } from './load-sample-questions.ts';
import { questions } from './tables.ts';

const app = await createTestApp();
const author = await insertMember(app, { name: '김민수' });
let admin = await insertAdmin(app);
const NOW = app.clock.now();

beforeEach(async () => {
  app.clock.set(NOW);
  admin = await renewSession(app, admin);
  await app.db.delete(notifications);
  await app.db.delete(questions);
  await app.db.delete(adminAuditLog);
  app.sent.length = 0;
});

const change = (
  { id, title, content }: Pick<Question, 'id' | 'title' | 'content'>,
  secret: boolean,
  token: string | null = admin.accessToken,
): Promise<Response> => {
  const body = { secret, seen: { title, content } };
  return app.put(`/api/admin/question/${id}/secret`, body, token === null ? {} : { token });
};
const readAsGuest = () => readQuestions(app, '/api/question');
const told = () =>
  app.db
    .select()
    .from(notifications)
    .where(eq(notifications.kind, 'QUESTION_VISIBILITY_CHANGED'))
    .orderBy(asc(notifications.id));

it('an admin hides a public question and shows it again, and its author is told both times', async () => {
  const question = await insertQuestion(app, author, { notify: true });
  expect(await readAsGuest()).toMatchObject([{ title: '가격 문의', secret: false }]);

  expect((await change(question, true)).status).toBe(204);
  // The stored response of the list is out of date.
  expect(await readAsGuest()).toMatchObject([{ title: '비밀글입니다.', secret: true }]);
  expect((await sendToCustomers(app)).map(({ text }) => text)).toEqual([
    '[사진관] 남기신 문의가 비밀글로 변경되었습니다.',
  ]);

  app.clock.advance(1_000);
  expect((await change(question, false)).status).toBe(204);
  expect(await readAsGuest()).toMatchObject([{ title: '가격 문의', secret: false }]);
  expect(await sendToCustomers(app)).toMatchObject([
    {},
    { to: author.phone, text: '[사진관] 남기신 문의가 공개 문의로 변경되었습니다.' },
  ]);

  expect(await readQuestions(app, '/api/question/my', author)).toEqual([question]);
  const audit = await app.db.select().from(adminAuditLog).orderBy(adminAuditLog.id);
  expect(audit).toMatchObject([
    { action: 'MAKE_QUESTION_SECRET', target: `question:${question.id}`, before: null, after: null },
    { action: 'MAKE_QUESTION_PUBLIC', target: `question:${question.id}`, before: null, after: null },
  ]);
});

it('a repeated change succeeds without a second message or audit entry', async () => {
  const question = await insertQuestion(app, author);
  for (let time = 0; time < 2; time += 1) expect((await change(question, true)).status).toBe(204);
  const colleague = await insertAdmin(app);
  expect((await change(question, true, colleague.accessToken)).status).toBe(204);
  expect(await told()).toHaveLength(1);
  expect(await app.db.$count(adminAuditLog)).toBe(1);
});

it('of two admins who make the same change at once, both succeed and the author is told once', async () => {
  const colleague = await insertAdmin(app);
  const question = await insertQuestion(app, author);
  const responses = await Promise.all(
    [admin, colleague].map(({ accessToken }) => change(question, true, accessToken)),
  );
  expect(responses.map(({ status }) => status)).toEqual([204, 204]);
  expect(await told()).toHaveLength(1);
});

it('a question that changed since the admin saw it stays secret', async () => {
  const question = await insertQuestion(app, author, { secret: true });
  const draft = { title: question.title, content: '제 번호는 010-1234-5678입니다.', secret: true };
  await app.put(`/api/question/${question.id}`, draft, { token: author.accessToken });
  expect(await readError(await change(question, false))).toEqual({
    status: 409,
    code: 'CHANGED_MEANWHILE',
    message: '그사이 문의가 변경되었습니다. 다시 확인해 주세요.',
  });
  expect(await readAsGuest()).toMatchObject([{ content: '비밀글입니다.' }]);
  expect(await told()).toEqual([]);
});

it('a deleted question responds 404', async () => {
  const question = await insertQuestion(app, author);
  await app.delete(`/api/question/${question.id}`, undefined, { token: author.accessToken });
  expect(await readError(await change(question, true))).toMatchObject({ status: 404 });
});

it('guests and members, its author included, are refused', async () => {
  const question = await insertQuestion(app, author);
  expect((await change(question, true, null)).status).toBe(401);
  for (const { accessToken } of [author, await insertMember(app)])
    expect((await change(question, true, accessToken)).status).toBe(403);
  expect(await readAsGuest()).toMatchObject([{ secret: false }]);
});

it('the message waits for the morning, and tells only of the last change', async () => {
  app.clock.set(seoulInstant('2026-11-21', 22));
  const [visitor, night] = [await renewSession(app, author), await renewSession(app, admin)];
  const question = await insertQuestion(app, visitor, { secret: true });
  await change(question, false, night.accessToken);
  app.clock.advance(1_000);
  await change(question, true, night.accessToken);
  expect(await sendToCustomers(app)).toEqual([]);
  app.clock.set(seoulInstant('2026-11-22', 8));
  expect(await sendToCustomers(app)).toMatchObject([
    { to: author.phone, text: expect.stringContaining('비밀글로 변경되었습니다.') as unknown },
  ]);
});

it('authors are told even if they declined messages about answers', async () => {
  const member = await insertMember(app);
  const choices = { reminders: false, answers: false };
  await app.put('/api/member/messages', choices, { token: member.accessToken });
  await change(await insertQuestion(app, member, { notify: false }), true);
  expect(await told()).toMatchObject([{ memberId: member.id, state: 'QUEUED', sendsAtNight: false }]);
});

it('admins, authors of samples and members without a phone number are not told, nor anybody when it is switched off', async () => {
  const member = await insertMember(app);
  await app.db.update(members).set({ phone: null }).where(eq(members.id, member.id));
  await insertQuestion(app, member);
  await insertQuestion(app, admin);
  await loadSampleQuestions(app.db, NOW);
  const all = await app.db.select().from(questions);
  expect(all.length).toBeGreaterThan(2);
  for (const question of all) expect((await change(question, true)).status).toBe(204);
  expect(await told()).toEqual([]);

  const question = await insertQuestion(app, author);
  await publishChange(app, admin, 'messages', () => ({ visibilityChanged: false }));
  await change(question, true);
  expect(await told()).toEqual([]);
  await publishChange(app, admin, 'messages', () => ({ visibilityChanged: true }));
});

it('settings that were published before the message existed let it be sent', async () => {
  const publishOlder = async (section: string, changes: object) => {
    const ofSection = eq(studioSettingVersions.section, section);
    const rows = await app.db.select().from(studioSettingVersions).where(ofSection);
    const newest = rows.reduce((one, other) => (one.version > other.version ? one : other));
    const { visibilityChanged: _, ...body } = newest.body as { readonly visibilityChanged: unknown };
    await app.db
      .insert(studioSettingVersions)
      .values({ ...newest, version: newest.version + 1, body: { ...body, ...changes } });
  };
  await publishOlder('messages', {});
  await publishOlder('alimtalk', { channelId: '@studio' });
  await change(await insertQuestion(app, author), true);
  expect(await sendToCustomers(app)).toMatchObject([
    { to: author.phone, text: '[사진관] 남기신 문의가 비밀글로 변경되었습니다.' },
  ]);
  const texts = await app.get('/api/admin/notification/texts', { token: admin.accessToken });
  expect(await texts.json()).toContainEqual(
    expect.objectContaining({
      kind: 'QUESTION_VISIBILITY_CHANGED',
      alimtalk: {
        text: expect.stringContaining('남겨 주신 문의가 비밀글로 변경되었습니다.') as unknown,
        review: 'DRAFT',
        isSent: false,
      },
    }),
  );
});
