import { ne } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '#core/messages/server/tables.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertQuestion, postAnswer, postQuestion, readQuestions } from '#test/factories/questions.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { Answer } from '../contract/questions.ts';
import { answers, questions } from './tables.ts';

const app = await createTestApp();
const author = await insertMember(app);
const admin = await insertAdmin(app);
const { accessToken: token } = admin;

beforeEach(async () => {
  await app.db.delete(notifications);
  await app.db.delete(questions);
});

const answerOf = async (response: Response): Promise<Answer> => (await response.json()) as Answer;

describe('answering', () => {
  it('an answer marks its question as answered, and deleting it as waiting again (S-044)', async () => {
    const { id } = await insertQuestion(app, author);
    const response = await postAnswer(app, admin, id);
    expect(response.status).toBe(201);
    const answer = await answerOf(response);
    expect(await readQuestions(app, '/api/question')).toMatchObject([{ answered: true, answer }]);

    expect((await app.delete(`/api/admin/question/answer/${answer.id}`, undefined, { token })).status).toBe(
      204,
    );
    expect(await readQuestions(app, '/api/question')).toMatchObject([{ answered: false, answer: null }]);
    expect((await postAnswer(app, admin, id)).status).toBe(201);
  });

  it('S-044 only the given answer is changed or deleted', async () => {
    const [first, second] = [await insertQuestion(app, author), await insertQuestion(app, author)];
    const kept = await answerOf(await postAnswer(app, admin, first.id, '첫 답변'));
    const changed = await answerOf(await postAnswer(app, admin, second.id, '둘째 답변'));
    const response = await app.put(
      `/api/admin/question/answer/${changed.id}`,
      { content: ' 고친 답변 ' },
      { token },
    );
    expect(await answerOf(response)).toEqual({ ...changed, content: '고친 답변' });
    expect((await app.db.select().from(answers)).toSorted((a, b) => a.id - b.id)).toMatchObject([
      { id: kept.id, content: '첫 답변', updatedAt: null },
      { id: changed.id, content: '고친 답변' },
    ]);
  });

  it('S-044 a missing question or answer is 404', async () => {
    expect(await readError(await postAnswer(app, admin, 999_999))).toMatchObject({ status: 404 });
    const path = '/api/admin/question/answer/999999';
    expect(await readError(await app.put(path, { content: '답' }, { token }))).toMatchObject({ status: 404 });
    expect(await readError(await app.delete(path, undefined, { token }))).toMatchObject({ status: 404 });
  });

  it('an empty answer is rejected', async () => {
    const { id } = await insertQuestion(app, author);
    const response = await postAnswer(app, admin, id, ' \u3000');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { content: '답변 내용을 입력해주세요.' } });
  });

  it('F-21 of 20 answers at once one is stored, the others get 409', async () => {
    const { id } = await insertQuestion(app, author, { notify: true });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => postAnswer(app, admin, id, `답변 ${index}`)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    const losers = await Promise.all(responses.filter(({ status }) => status !== 201).map(readError));
    expect(new Set(losers.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['409 ALREADY_ANSWERED']),
    );
    expect(await app.db.select().from(answers)).toHaveLength(1);
    expect(
      (await app.db.select().from(notifications)).filter(({ kind }) => kind === 'QUESTION_ANSWERED'),
    ).toHaveLength(1);
  });

  it('F-21 when two admins delete one answer, one of them gets 404', async () => {
    const { id } = await insertQuestion(app, author);
    const answer = await answerOf(await postAnswer(app, admin, id));
    const path = `/api/admin/question/answer/${answer.id}`;
    const colleague = await insertAdmin(app);
    const responses = await Promise.all(
      [admin, colleague].map(({ accessToken }) => app.delete(path, undefined, { token: accessToken })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  });

  it('F-21 deleting a question while it is answered leaves no answer', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await insertQuestion(app, author);
      const [answered, deleted] = await Promise.all([
        postAnswer(app, admin, id),
        app.delete(`/api/question/${id}`, undefined, { token: author.accessToken }),
      ]);
      expect([201, 404]).toContain(answered.status);
      expect(deleted.status).toBe(204);
    }
    expect(await app.db.select().from(answers)).toEqual([]);
  });

  it('F-21 deleting an account while its question is answered leaves neither question, answer nor message', async () => {
    for (let round = 0; round < 5; round += 1) {
      const leaving = await insertMember(app);
      const { id } = await insertQuestion(app, leaving, { notify: true });
      const [answered, request, left] = await Promise.all([
        postAnswer(app, admin, id),
        postQuestion(app, leaving),
        app.delete('/api/member', undefined, { token: leaving.accessToken }),
      ]);
      expect([201, 404]).toContain(answered.status);
      expect([201, 401]).toContain(request.status);
      expect(left.status).toBe(204);
    }
    for (const table of [answers, questions]) expect(await app.db.select().from(table)).toEqual([]);
    expect(await app.db.$count(notifications, ne(notifications.kind, 'WITHDRAWN'))).toBe(0);
  });
});

describe('the list of unanswered questions', () => {
  it('unanswered questions come first, oldest first, then answered ones, newest first', async () => {
    const request = [];
    for (let index = 0; index < 5; index += 1) request.push((await insertQuestion(app, author)).id);
    const [a, b, c, d, e] = request;
    await postAnswer(app, admin, a ?? 0);
    await postAnswer(app, admin, d ?? 0);
    const idsAt = async (path: string) => (await readQuestions(app, path, admin)).map(({ id }) => id);
    expect(await idsAt('/api/admin/question')).toEqual([b, c, e, d, a]);
    expect(await idsAt('/api/admin/question?answered=false')).toEqual([b, c, e]);
    expect(await idsAt('/api/admin/question?answered=true')).toEqual([d, a]);

    const paged = [];
    for (let path = '/api/admin/question?limit=2'; path !== '';) {
      const response = await app.get(path, { token });
      paged.push(...((await response.json()) as { id: number }[]).map(({ id }) => id));
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(paged).toEqual([b, c, e, d, a]);
    expect((await app.get('/api/admin/question?cursor=waiting.x', { token })).status).toBe(400);
  });
});
