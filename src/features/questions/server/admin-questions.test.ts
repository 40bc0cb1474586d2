import { expect, it } from 'vitest';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertQuestion, postAnswer, readQuestions } from '#test/factories/questions.ts';
import { createTestApp, readError } from '#test/test-app.ts';

const app = await createTestApp();
const admin = await insertAdmin(app);
const anna = await insertMember(app, { name: '김안나' });
const bora = await insertMember(app, { name: 'Bora 박' });
const first = await insertQuestion(app, anna, { title: '웨딩 가격', content: '얼마인가요?' });
const second = await insertQuestion(app, bora, {
  title: '주차',
  content: '웨딩홀 앞에 세워도 되나요?',
  secret: true,
});
const third = await insertQuestion(app, bora, { title: '100% 환불', content: 'Location 변경' });
const fourth = await insertQuestion(app, anna, { title: '김치 촬영', content: '음식 사진' });
await postAnswer(app, admin, first.id);
await postAnswer(app, admin, third.id);

const find = async (query: string): Promise<number[]> =>
  (await readQuestions(app, `/api/admin/question?${query}`, admin)).map(({ id }) => id);
const count = async (query = ''): Promise<unknown> =>
  (await app.get(`/api/admin/question/counts?${query}`, { token: admin.accessToken })).json();

it.each([
  ['웨딩', [second.id, first.id]],
  ['안나', [fourth.id, first.id]],
  ['김', [fourth.id, first.id]],
  ['bora', [second.id, third.id]],
  ['LOCATION', [third.id]],
  ['%', [third.id]],
  ['_', []],
  ['없는 말', []],
])('a keyword finds titles, contents and authors, waiting questions first: %s', async (keyword, ids) => {
  const query = `keyword=${encodeURIComponent(keyword)}`;
  expect(await find(query)).toEqual(ids);
  const waiting = ids.filter((id) => id === second.id || id === fourth.id);
  expect(await find(`${query}&answered=false`)).toEqual(waiting);
  expect(await find(`${query}&answered=true`)).toEqual(ids.filter((id) => !waiting.includes(id)));
  expect(await count(query)).toEqual({ waiting: waiting.length, answered: ids.length - waiting.length });
});

it('without a keyword all questions are counted, and those of one member with the filter', async () => {
  expect(await count()).toEqual({ waiting: 2, answered: 2 });
  expect(await count(`member=${anna.id}`)).toEqual({ waiting: 1, answered: 1 });
  expect(await find(`member=${bora.id}&keyword=${encodeURIComponent('웨딩')}`)).toEqual([second.id]);
});

it('a search is paginated without a gap', async () => {
  const [whole, pages] = [await find('keyword=0'), [] as number[]];
  expect(whole).toEqual([third.id]);
  let path: string | undefined = `/api/admin/question?keyword=${encodeURIComponent('김')}&limit=1`;
  while (path !== undefined) {
    const response = await app.get(path, { token: admin.accessToken });
    pages.push(...((await response.json()) as { id: number }[]).map(({ id }) => id));
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  expect(pages).toEqual([fourth.id, first.id]);
});

it('an invalid keyword is rejected, and a member may not search here', async () => {
  for (const keyword of ['', '\u0000', '가'.repeat(51)]) {
    const path = `/api/admin/question?keyword=${encodeURIComponent(keyword)}`;
    expect(await readError(await app.get(path, { token: admin.accessToken }))).toMatchObject({ status: 400 });
  }
  expect((await app.get('/api/admin/question?keyword=a', { token: anna.accessToken })).status).toBe(403);
});
