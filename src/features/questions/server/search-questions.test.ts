import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { migrate } from '#platform/server/db/migrate.ts';
import { openPostgres } from '#platform/server/db/postgres/open-postgres.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { insertAdmin, insertMember, type SignedInMember } from '#test/factories/members.ts';
import { insertQuestion, readQuestions } from '#test/factories/questions.ts';
import { createTestApp } from '#test/test-app.ts';
import { questions } from './tables.ts';

const app = await createTestApp();
const author = await insertMember(app);
const other = await insertMember(app);
const admin = await insertAdmin(app);

const titles = [
  '웨딩 촬영 가격',
  '제품 촬영 100% 환불',
  'under_score \\ 역슬래시',
  '스튜디오 Location 위치',
  '웨',
];
for (const title of titles) await insertQuestion(app, author, { title, content: `${title}, 라고 물어요.` });
await insertQuestion(app, author, { title: '비밀 웨딩', content: '숨은 사연', secret: true });
await insertQuestion(app, other, { title: '남의 웨딩', content: '다른 사연' });

const find = async (
  where: 'title' | 'content',
  keyword: string,
  reader: SignedInMember | null = null,
  more = '',
): Promise<string[]> => {
  const path = `/api/question/search/${where}?keyword=${encodeURIComponent(keyword)}${more}`;
  return (await readQuestions(app, path, reader)).map(({ title }) => title);
};

describe('searching questions', () => {
  it.each([
    ['웨딩', ['남의 웨딩', '웨딩 촬영 가격']],
    ['촬영', ['제품 촬영 100% 환불', '웨딩 촬영 가격']],
    ['촬영 가', ['웨딩 촬영 가격']],
    ['location', ['스튜디오 Location 위치']],
    ['웨', ['남의 웨딩', '웨', '웨딩 촬영 가격']],
    ['딩웨', []],
    ['가격웨딩', []],
  ])('@7-search-title finds %s in titles, newest first', async (keyword, found) => {
    expect(await find('title', keyword)).toEqual(found);
  });

  it.each([
    ['%', ['제품 촬영 100% 환불']],
    ['_', ['under_score \\ 역슬래시']],
    ['\\', ['under_score \\ 역슬래시']],
    ['0%', ['제품 촬영 100% 환불']],
    ["'; --", []],
  ])('S-061 %s means itself', async (keyword, found) => {
    expect(await find('title', keyword)).toEqual(found);
    expect(await find('content', keyword)).toEqual(found);
  });

  it('@7-search-content a content search finds contents but not titles', async () => {
    expect(await find('content', '사연')).toEqual(['남의 웨딩']);
    expect(await find('content', '라고 물어')).toHaveLength(5);
  });

  it('secret questions are found only by their author and admins', async () => {
    expect(await find('content', '숨은')).toEqual([]);
    expect(await find('content', '숨은', other)).toEqual([]);
    expect(await find('title', '비밀')).toEqual([]);
    expect(await find('content', '숨은', author)).toEqual(['비밀 웨딩']);
    expect(await find('content', '숨은', admin)).toEqual(['비밀 웨딩']);
    // The placeholder shown instead is not found either.
    expect(await find('content', '비밀글입니다')).toEqual([]);
  });

  it('a search in own questions finds only own ones, including secret ones', async () => {
    expect(await find('title', '웨딩', author, '&mine=true')).toEqual(['비밀 웨딩', '웨딩 촬영 가격']);
    expect(await find('title', '웨딩', other, '&mine=true')).toEqual(['남의 웨딩']);
    expect(await find('title', '웨딩', null, '&mine=true')).toEqual([]);
    expect(await find('title', '웨딩', other, '&mine=false')).toHaveLength(2);
  });

  it('an empty or too long keyword is rejected', async () => {
    const statusOf = async (keyword: string) =>
      (await app.get(`/api/question/search/title?keyword=${encodeURIComponent(keyword)}`)).status;
    expect(await statusOf('\u3000')).toBe(400);
    expect(await statusOf('가'.repeat(51))).toBe(400);
    expect(await statusOf('\u0000')).toBe(400);
    expect(await statusOf('가'.repeat(50))).toBe(200);
  });
});

describe('case folding in a search', () => {
  it.each(['café', 'CAFÉ', 'É'])('a search ignores case beyond ASCII: %s', async (keyword) => {
    await app.db.delete(questions);
    await insertQuestion(app, author, { title: '우리 Café' });
    expect(await find('title', keyword)).toEqual(['우리 Café']);
    expect(await find('title', keyword.normalize('NFD'))).toEqual(['우리 Café']);
  });

  it('a search ignores case also in a database with locale C', async () => {
    const source = inject('testDatabase');
    // The embedded database has a single locale.
    if (source.kind === 'embedded') return;
    const name = `locale_c_${randomBytes(4).toString('hex')}`;
    await app.db.execute(sql.raw(`create database ${name} template template0 encoding 'UTF8' locale 'C'`));
    const database = await openPostgres(new URL(name, source.serverUrl).href, createLog('silent'));
    await migrate(database);
    const { rows } = await database.db.execute(
      sql`select fold_case('CAFÉ 가') as folded, search_bigrams('É') = search_bigrams('é') as "isAlike"`,
    );
    expect(rows).toEqual([{ folded: 'café 가', isAlike: true }]);
    await database.close();
    await app.db.execute(sql.raw(`drop database ${name} with (force)`));
  });
});
