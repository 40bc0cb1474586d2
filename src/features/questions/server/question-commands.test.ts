import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertQuestion, postAnswer, postQuestion, readQuestions } from '#test/factories/questions.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { Question } from '../contract/questions.ts';
import { answers, questions } from './tables.ts';

const app = await createTestApp();
const author = await insertMember(app, { name: '김민수' });
const namesake = await insertMember(app, { name: '김민수' });
const admin = await insertAdmin(app);

beforeEach(async () => {
  await app.db.delete(notifications);
  await app.db.delete(questions);
  await app.db.delete(adminAuditLog);
});

const put = (id: number, body: object, token: string) => app.put(`/api/question/${id}`, body, { token });
const remove = (id: number, token: string) => app.delete(`/api/question/${id}`, undefined, { token });

describe('creating a question', () => {
  it('creating a question responds 201 with the unanswered question', async () => {
    const response = await postQuestion(app, author, {
      title: ' 가격  문의 ',
      content: '\u3000얼마\n인가요? ',
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      title: '가격  문의',
      content: '얼마\n인가요?',
      memberName: '김민수',
      answered: false,
      answer: null,
      mine: true,
      secret: false,
      notify: false,
    });
  });

  it('S-041 the author of a question comes from the token, not the body', async () => {
    const forged: object = {
      memberId: namesake.id,
      memberName: '남',
      id: 7,
      answered: true,
      createdAt: '2000-01-01',
    };
    const response = await postQuestion(app, author, { ...forged });
    expect(await response.json()).toMatchObject({ memberName: '김민수', answered: false, mine: true });
    expect((await app.db.select().from(questions)).map(({ memberId }) => memberId)).toEqual([author.id]);
  });

  it.each([
    [{ title: ' \u3000 ' }, { title: '제목을 입력해 주세요.' }],
    [{ content: '\n ' }, { content: '내용을 입력해 주세요.' }],
    [{ title: '\u3164' }, { title: '제목을 입력해 주세요.' }],
    [{ title: '\u200b\u2800' }, { title: '제목을 입력해 주세요.' }],
  ])('S-068 %j is empty', async (draft, fields) => {
    const response = await postQuestion(app, author, draft);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields });
    expect(await app.db.select().from(questions)).toEqual([]);
  });

  it('@9-title S-068 a title may have 200 code points but not 201', async () => {
    expect((await postQuestion(app, author, { title: '📷'.repeat(200) })).status).toBe(201);
    expect((await postQuestion(app, author, { title: '📷'.repeat(201) })).status).toBe(400);
    expect((await postQuestion(app, author, { content: '가'.repeat(5_001) })).status).toBe(400);
    expect((await insertQuestion(app, author, { title: '각'.normalize('NFD') })).title).toBe(
      '각'.normalize('NFC'),
    );
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '{{7*7}} javascript:alert(1)',
    '</script><script>alert(1)</script>',
    "'; drop table questions; --",
    '%_\\',
  ])('S-060 S-061 keeps %s as it is', async (payload) => {
    const request = await insertQuestion(app, author, { title: payload, content: payload });
    expect(request).toMatchObject({ title: payload, content: payload });
  });

  it.each(['\u0000', '\u202e', '\u0007'])(
    'S-061 a question with the control character %j is rejected',
    async (character) => {
      const response = await postQuestion(app, author, { title: `가${character}나` });
      expect(response.status).toBe(400);
    },
  );
});

describe('S-031 changing and deleting a question', () => {
  const draft = { title: '고친 제목', content: '고친 내용', secret: true, notify: true };

  it('@6-member-owns the author can change and delete a question', async () => {
    const { id, createdAt } = await insertQuestion(app, author);
    const response = await put(id, draft, author.accessToken);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id, createdAt, ...draft });
    expect((await remove(id, author.accessToken)).status).toBe(204);
    // Sooner, the same request would be taken for a repeat.
    app.clock.advance(10_000);
    expect(await readError(await remove(id, author.accessToken))).toMatchObject({ status: 404 });
  });

  it('@6-member-owns @7-my-questions a member of the same name cannot change or delete a question', async () => {
    const request = await insertQuestion(app, author);
    const [seen] = await readQuestions(app, '/api/question', namesake);
    expect(seen).toMatchObject({ mine: false, memberName: '김*수' });
    expect(await readError(await put(request.id, draft, namesake.accessToken))).toMatchObject({
      status: 403,
    });
    expect(await readError(await remove(request.id, namesake.accessToken))).toMatchObject({ status: 403 });
    expect(await readQuestions(app, '/api/question/my', author)).toEqual([request]);
    expect(await readQuestions(app, '/api/question/my', namesake)).toEqual([]);
  });

  it('@6-admin-questions an admin can change a question, which is audited, but not its notification setting', async () => {
    const { id } = await insertQuestion(app, author, { notify: true });
    const response = await put(id, { ...draft, notify: false }, admin.accessToken);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ title: '고친 제목', memberName: '김민수', mine: false });
    expect(await readQuestions(app, '/api/question/my', author)).toMatchObject([
      { title: '고친 제목', secret: true, notify: true },
    ]);
    await postAnswer(app, admin, id);
    expect((await remove(id, admin.accessToken)).status).toBe(204);
    expect(await app.db.select().from(answers)).toEqual([]);
    const audit = await app.db.select().from(adminAuditLog);
    expect(audit.map(({ action, target }) => `${action} ${target}`)).toEqual([
      `UPDATE_QUESTION question:${id}`,
      `CREATE_ANSWER question:${id}`,
      `DELETE_QUESTION question:${id}`,
    ]);
  });

  it.each(['1e3', '-1', '0', '9007199254740993', '1;--', 'a'])(
    'S-045 the question id %s is rejected',
    async (id) => {
      expect([400, 404]).toContain((await app.get(`/api/question/${encodeURIComponent(id)}`)).status);
    },
  );
});

describe('a single question', () => {
  it('S-051 a single question is presented as in the list', async () => {
    const { id } = await insertQuestion(app, author, { secret: true });
    const seenBy = async (token?: string): Promise<Question> =>
      (await (await app.get(`/api/question/${id}`, token === undefined ? {} : { token })).json()) as Question;
    expect(await seenBy()).toMatchObject({
      title: '비밀글입니다.',
      content: '비밀글입니다.',
      memberName: '김*수',
    });
    expect(await seenBy(namesake.accessToken)).toMatchObject({ title: '비밀글입니다.', mine: false });
    expect(await seenBy(author.accessToken)).toMatchObject({ title: '가격 문의', memberName: '김민수' });
    expect(await seenBy(admin.accessToken)).toMatchObject({ title: '가격 문의', memberName: '김민수' });
    expect(await readError(await app.get('/api/question/999999'))).toMatchObject({ status: 404 });
  });
});
