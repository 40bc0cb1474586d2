import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { Db } from '#platform/server/db/database.ts';
import { insertMember } from '#test/factories/members.ts';
import { withQueryLog } from '#test/query-log.ts';
import { createTestApp } from '#test/test-app.ts';
import { findForAdmins, findQuestions } from './queries.ts';
import { searchQuestions } from './search-questions.ts';
import { questions } from './tables.ts';

const app = await createTestApp();
const { id } = await insertMember(app);
const reader = { id, role: 'MEMBER' } as const;
const others = await insertMember(app);
const page = { limit: 21, after: null };

interface Client {
  query(text: string, params: unknown[]): Promise<{ rows: { 'QUERY PLAN': string }[] }>;
}
const { $client: client } = app.db as unknown as { $client: Client };

/** Returns the query plans of the statements that `run` executes. */
const plansOf = async (work: (db: Db) => Promise<unknown>): Promise<string[]> => {
  const statements: [string, unknown[]][] = [];
  await work(withQueryLog(app, (text, params) => void statements.push([text, params])));
  const explained = statements.map(([text, params]) => client.query(`explain ${text}`, params));
  return (await Promise.all(explained)).map(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'));
};
const search = (keyword: string, field: 'title' | 'content', mine = false) =>
  plansOf((db) => searchQuestions(db, reader, { in: field, keyword, mine }, page));

/** Drops the bigram indexes and rebuilds them after the inserts, because updating them per row is much slower. */
const withoutPairs = async (fill: () => Promise<void>): Promise<void> => {
  const { rows } = await app.db.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes where indexname like 'questions_by_%_bigrams'`);
  for (const { name } of rows) await app.db.execute(sql`drop index ${sql.identifier(name)}`);
  await fill();
  for (const { name, definition } of rows) {
    await app.db.execute(sql.raw(definition));
    await app.db.execute(sql.raw(`alter index ${name} alter column 1 set statistics 0`));
  }
};

const insertInquiries = async (): Promise<void> => {
  // In batches, because PostgreSQL ends a statement after 2.5 s.
  for (let from = 1; from <= 6_000; from += 500) {
    await app.db.execute(sql`
      insert into questions (member_id, title, content, secret, created_at)
      select case when n % 60 = 0 then ${id}::uuid else ${others.id}::uuid end,
        '문의 ' || n || case when n % 2000 = 1 then ' 헬리콥터 드론' else '' end,
        '촬영 일정 ' || n || case when n % 2000 = 1 then ' 헬리콥터 드론' else '' end, n % 10 = 0, now()
      from generate_series(${from}::int, ${from + 499}::int) as n`);
  }
};

beforeAll(async () => {
  await withoutPairs(insertInquiries);
  await app.db.execute(sql`
    insert into answers (question_id, content, created_at) select id, '답변', now() from questions where id % 20 <> 0`);
  for (const table of ['questions', 'answers', 'members'])
    await app.db.execute(sql.raw(`vacuum analyze ${table}`));
});

const WHOLE = /Seq Scan on (questions|answers)/;

it('the list of questions scans the index from the newest', async () => {
  const [plan] = await plansOf((db) => findQuestions(db, page));
  expect(plan).toMatch(/Index Scan Backward using questions_pkey/);
  expect(plan).not.toMatch(WHOLE);
  expect(plan).not.toMatch(/Sort/);
});

it('the list of own questions scans the member’s index', async () => {
  const [plan] = await plansOf((db) => findQuestions(db, page, eq(questions.memberId, id)));
  expect(plan).toMatch(/Index Scan using questions_by_member/);
  expect(plan).not.toMatch(WHOLE);
  expect(plan).not.toMatch(/Sort/);
});

it('a search in own questions scans the member’s index', async () => {
  const [plan, ...more] = await search('일정', 'content', true);
  expect(plan).toMatch(/Index Scan using questions_by_member/);
  expect(plan).not.toMatch(WHOLE);
  expect(plan).not.toMatch(/Sort/);
  expect(more).toEqual([]);
});

it.each([
  ['문의', 'title'],
  ['일정', 'content'],
  ['촬', 'content'],
] as const)('a search for what many ask about, %s, looks at the newest alone', async (keyword, field) => {
  const [plan, ...more] = await search(keyword, field);
  expect(plan).toMatch(/Index Scan Backward using questions_pkey/);
  expect(plan).not.toMatch(WHOLE);
  expect(more).toEqual([]);
});

it.each(['title', 'content'] as const)(
  'a search of the %s for rare words uses the bigram index',
  async (field) => {
    for (const keyword of ['드론', '헬리콥터', '드', 'zz']) {
      const [first, second] = await search(keyword, field);
      expect(first).not.toMatch(WHOLE);
      expect(second).toMatch(new RegExp(`Bitmap Index Scan on questions_by_${field}_bigrams`));
      expect(second).not.toMatch(WHOLE);
    }
    const rows = await searchQuestions(app.db, null, { in: field, keyword: '드론', mine: false }, page);
    expect(rows.map(({ question }) => question.title)).toEqual(
      [4001, 2001, 1].map((n) => `문의 ${n} 헬리콥터 드론`),
    );
  },
);

it('the admins’ list scans two indexes', async () => {
  const [waiting, ...none] = await plansOf((db) => findForAdmins(db, false, undefined, page));
  expect(waiting).toMatch(/Merge Anti Join/);
  expect(waiting).not.toMatch(WHOLE);
  expect(none).toEqual([]);
  const [answered] = await plansOf((db) => findForAdmins(db, true, undefined, page));
  expect(answered).not.toMatch(WHOLE);
  expect(answered).not.toMatch(/Sort/);
});
