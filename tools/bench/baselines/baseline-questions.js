// Baseline for `npm run bench -- questions`: a bare node:http server that runs the queries of the question lists and search
// through pg. Started by tools/bench/questions.ts with the database URL and a member id as arguments; prints its port.
import { createServer } from 'node:http';
import pg from 'pg';

const [, , connectionString, memberId] = process.argv;
const pool = new pg.Pool({ connectionString, max: 10 });

const SELECT_QUESTIONS = `
select q.*, m.name as member_name, a.id as answer_id, a.content as answer, a.created_at as answered_at
from questions q join members m on m.id = q.member_id left join answers a on a.question_id = q.id`;
const SCAN_BUDGET = 400;

const newestFirst = async (condition, limit, values) =>
  (await pool.query(`${SELECT_QUESTIONS} where ${condition} order by q.id desc limit ${limit}`, values)).rows;

const search = async (field, keyword, limit) => {
  const contains = `strpos(${field}, $1) > 0 and not secret`;
  const newest = `q.id in (
    select id from (select * from questions order by id desc limit ${Math.ceil(SCAN_BUDGET * Math.sqrt(limit))}) as newest
    where ${contains} order by id desc limit ${limit})`;
  const rows = await newestFirst(newest, limit, [keyword]);
  if (rows.length === limit) return rows;
  const byIndex = `q.id in (
    with found as materialized (
      select id from questions where search_bigrams(${field}) @> keyword_bigrams($1) and ${contains})
    select id from found order by id desc limit ${limit})`;
  return newestFirst(byIndex, limit, [keyword]);
};

const oldestUnanswered = async (limit) =>
  (
    await pool.query(`${SELECT_QUESTIONS} where q.id in (
      select id from questions w where not exists (select from answers where question_id = w.id) order by id limit ${limit})
      order by q.id`)
  ).rows;

const read = ({ pathname, searchParams }) => {
  const limit = Number(searchParams.get('limit')) + 1;
  const keyword = searchParams.get('keyword');
  if (pathname === '/api/question/my') return newestFirst('q.member_id = $1', limit, [memberId]);
  if (searchParams.has('mine')) {
    return newestFirst('q.member_id = $1 and strpos(q.content, $2) > 0', limit, [memberId, keyword]);
  }
  if (keyword !== null) return search(pathname.split('/').at(-1), keyword, limit);
  if (searchParams.has('answered')) return newestFirst('a.id is not null', limit, []);
  if (pathname.startsWith('/api/admin')) return oldestUnanswered(limit);
  const cursor = searchParams.get('cursor');
  return cursor === null ? newestFirst('true', limit, []) : newestFirst('q.id < $1', limit, [cursor]);
};

const handle = async (request, response) => {
  const rows = await read(new URL(request.url, 'http://localhost'));
  response.setHeader('content-type', 'application/json').end(JSON.stringify(rows));
};

const server = createServer((request, response) => void handle(request, response));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
