import { describe, expect, it } from 'vitest';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertQuestion, postAnswer } from '#test/factories/questions.ts';
import { createTestApp } from '#test/test-app.ts';
import type { Question } from '../contract/questions.ts';
import { loadSampleQuestions } from './load-sample-questions.ts';
import { answers, questions } from './tables.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const app = await createTestApp();
const author = await insertMember(app, { name: '김민수' });
const namesake = await insertMember(app, { name: '김민수' });
const admin = await insertAdmin(app);

const insertQuestionRow = async (title: string, secret = false): Promise<number> => {
  const [row] = await app.db
    .insert(questions)
    .values({ memberId: author.id, title, content: `${title} 내용`, secret })
    .returning({ id: questions.id });
  if (row === undefined) throw new Error('no question was inserted');
  return row.id;
};
const open = await insertQuestionRow('공개 문의');
const secret = await insertQuestionRow('비밀 문의', true);
await app.db.insert(answers).values([
  { questionId: open, content: '답변' },
  { questionId: secret, content: '비밀 답변' },
]);

const list = async (token?: string): Promise<Question[]> => {
  const response = await app.get('/api/question', token === undefined ? {} : { token });
  expect(response.status).toBe(200);
  return (await response.json()) as Question[];
};

describe('the list of questions', () => {
  it('S-051 names and secret questions are hidden from guests', async () => {
    const [hidden, shown] = await list();
    expect(shown).toMatchObject({ title: '공개 문의', memberName: '김*수', answered: true, mine: false });
    expect(shown?.answer).toMatchObject({ content: '답변' });
    expect(hidden).toMatchObject({
      title: '비밀글입니다.',
      content: '비밀글입니다.',
      answer: null,
      secret: true,
    });
  });

  it('a secret question is shown to its author and admins', async () => {
    expect((await list(author.accessToken))[0]).toMatchObject({
      title: '비밀 문의',
      memberName: '김민수',
      mine: true,
    });
    expect((await list(admin.accessToken))[0]).toMatchObject({
      title: '비밀 문의',
      memberName: '김민수',
      mine: false,
    });
  });

  it('S-031 a member of the same name is not treated as the author', async () => {
    expect((await list(namesake.accessToken))[1]).toMatchObject({ memberName: '김*수', mine: false });
  });

  it('@3-question @7-questions S-050 a question has exactly the keys of the contract', async () => {
    const [, shown] = await list();
    expect(shown).toEqual({
      id: open,
      title: '공개 문의',
      content: '공개 문의 내용',
      memberName: '김*수',
      createdAt: expect.stringMatching(MOMENT),
      answered: true,
      answer: { id: expect.any(Number), content: '답변', createdAt: expect.stringMatching(MOMENT) },
      mine: false,
      secret: false,
      notify: false,
    });
  });

  it('an author with an expired session sees the list as a guest', async () => {
    const ended = await insertMember(app);
    await app.post('/api/auth/logout', undefined, { token: ended.accessToken });
    for (const token of [ended.accessToken, 'stale']) expect(await list(token)).toEqual(await list());
  });

  it('@9-questions-newest the list of questions is paginated, newest first', async () => {
    const own = await createTestApp();
    const [first, second] = [await insertMember(own), await insertMember(own)];
    const studio = await insertAdmin(own);
    const created: Question[] = [];
    for (const [member, title] of [
      [second, '나'],
      [first, '다'],
      [second, '가'],
      [first, '라'],
    ] as const) {
      created.push(await insertQuestion(own, member, { title }));
      own.clock.advance(60_000);
    }
    await postAnswer(own, studio, created[0]?.id ?? 0);
    await own.put(
      `/api/question/${created[1]?.id}`,
      { title: '다시', content: '고침' },
      { token: first.accessToken },
    );

    const seen: Question[] = [];
    let path = '/api/question?limit=3';
    while (path !== '') {
      const response = await own.get(path);
      seen.push(...((await response.json()) as Question[]));
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(seen.map(({ title }) => title)).toEqual(['라', '가', '다시', '나']);
    const moments = seen.map(({ createdAt }) => createdAt);
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect(new Set(moments).size).toBe(4);
  });

  it('the list of questions has the sample questions after they were loaded', async () => {
    const count = await loadSampleQuestions(app.db, app.clock.now());
    expect((await list()).length).toBe(count + 2);
  });
});
