import { sql } from 'drizzle-orm';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { Db } from '#platform/server/db/database.ts';
import { testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import { newIp, sendTimedRequest } from '#tools/bench/harness/http-client.ts';
import {
  runInterleaved,
  type Benchmark,
  type BenchmarkResult,
  type Figures,
  type Side,
} from '#tools/bench/harness/interleaved-runs.ts';
import { openSite } from '#tools/bench/harness/site.ts';
import { BOOKINGS_PER_YEAR, seedYears } from '#tools/bench/seeds/seed-years.ts';
import { atMost, quantile } from '#tools/goals.ts';

const ROUNDS = 5;
const CALLS = 20;
const WARM_UP_CALLS = 5;
/** 51,100 bookings: a studio that was never closed and always full. */
const YEARS = 28;
const QUESTIONS = 20_000;
const P99_GOAL_MS = 300;
/** The admins' search runs while they type. */
const SEARCH_P99_GOAL_MS = 100;
const CUSTOMER_P99_GOAL_MS = 60;
const DAILY_P99_GOAL_MS = 60;

const searchQuestions = (keyword: string): string =>
  `/api/admin/question?limit=20&keyword=${encodeURIComponent(keyword)}`;
const search = (keyword: string): string => `/api/admin/search?keyword=${encodeURIComponent(keyword)}`;

const searches: Readonly<Record<string, string>> = {
  'search, last four digits': search('4729'),
  'search, part of a name': search('김서'),
  'search, beginning of a code': search('00ABC'),
  'search, rare word of inquiries': search('드론'),
  'search, frequent word of inquiries': search('촬영'),
};

const CUSTOMERS = '/api/admin/customers';
const ID_START = '00000000-0000-4000-8000-';
const customerId = (number: number): string => `${ID_START}${String(number).padStart(12, '0')}`;

const customers: Readonly<Record<string, string>> = {
  customers: `${CUSTOMERS}?limit=50`,
  customer: `${CUSTOMERS}/${customerId(8)}`,
  'timeline of a customer': `${CUSTOMERS}/timeline?customer=${customerId(8)}&limit=50`,
};

const month = seoulDate(new Date()).slice(0, 7);

/** What a studio opens every day. A week of the schedule reads its month, or two at once. */
const daily: Readonly<Record<string, string>> = {
  desk: '/api/admin/desk',
  'schedule of a month': `/api/admin/reservation/schedule?month=${month}`,
  'sheet of a month': `/api/admin/month-sheet?month=${month}`,
};

const goals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.keys(searches).map((name) => [name, SEARCH_P99_GOAL_MS])),
  ...Object.fromEntries(Object.keys(customers).map((name) => [name, CUSTOMER_P99_GOAL_MS])),
  ...Object.fromEntries(Object.keys(daily).map((name) => [name, DAILY_P99_GOAL_MS])),
};

const endpoints: Readonly<Record<string, string>> = {
  ...daily,
  counts: '/api/admin/desk/counts',
  members: '/api/admin/members?limit=50',
  'inquiries, frequent word': searchQuestions('촬영'),
  'inquiries, rare word': searchQuestions('드론'),
  'inquiry counts': '/api/admin/question/counts',
  ...searches,
  ...customers,
};

/**
 * Makes every second booking one of a caller: of 1,100 names, each with a number of its own. The studio has found that they are
 * 2,500 customers with about ten bookings each.
 */
const seedCallers = async (db: Db): Promise<void> => {
  // In batches, because PostgreSQL ends a statement after 2.5 s.
  for (let from = 0; from <= YEARS * BOOKINGS_PER_YEAR; from += 2_000)
    await db.execute(sql`
      update reservations set member_id = null,
        guest_name = substr('김이박최정강조윤장임', 1 + id::int % 10, 1) ||
          substr('민서도윤하준지우예은수', 1 + id::int % 11, 1) || substr('준우진호현아영희경미', 1 + id::int / 7 % 10, 1),
        guest_phone = '010' || lpad((id * 104729 % 100000000)::text, 8, '0'), customer_id = (${ID_START}::text || lpad((id % 5000)::text, 12, '0'))::uuid
      where id % 2 = 0 and id between ${from}::int and ${from + 1_999}::int`);
};

const seedQuestions = async (db: Db): Promise<void> => {
  for (let from = 0; from < QUESTIONS; from += 500)
    await db.execute(sql`
      insert into questions (member_id, title, content, created_at)
      select people.ids[1 + n % 500], '웨딩 촬영 문의 ' || n,
        '안녕하세요. 다음 달에 촬영을 하려고 합니다. ' || case when n % 2000 = 0 then '드론으로도 찍나요? ' else '' end
          || repeat('장소와 비용이 궁금합니다. ', 10), now() - n * interval '1 hour'
      from generate_series(${from}::int, ${from + 499}::int) as n,
        (select array_agg(id) as ids from members where role = 'MEMBER') as people`);
  await db.execute(sql`
    insert into answers (question_id, content, created_at)
    select id, '네, 가능합니다.', now() from questions where id % 50 <> 0`);
  await db.execute(sql`analyze`);
};

/** Sends the requests one after the other, so that none waits for another. Returns milliseconds. */
const measureLatencies = async (url: URL, count: number, token: string): Promise<number[]> => {
  const times: number[] = [];
  while (times.length < count) {
    const { status, milliseconds } = await sendTimedRequest(url, { method: 'GET', ip: newIp(), token });
    if (status !== 200) throw new Error(`${url.pathname} returned ${status}`);
    times.push(milliseconds);
  }
  return times;
};

const measure = async (url: string, admin: SignedInUser, calls = CALLS): Promise<Figures> => {
  const figures: Figures = {};
  for (const [name, path] of Object.entries(endpoints)) {
    const times = await measureLatencies(new URL(path, url), calls, await admin.token());
    figures[`${name} p50 ms`] = quantile(times, 0.5);
    figures[`${name} p99 ms`] = quantile(times, 0.99);
  }
  return figures;
};

const checkGoals = (sides: BenchmarkResult['sides']): BenchmarkResult['goals'] =>
  sides.flatMap(({ name: side, medians }) =>
    Object.keys(endpoints).map((name) =>
      atMost(
        `${side}: ${name} p99`,
        medians[`${name} p99 ms`] ?? Number.NaN,
        goals[name] ?? P99_GOAL_MS,
        'ms',
      ),
    ),
  );

/** Measures whether the pages of the desk respond quickly after decades of bookings. */
export const run: Benchmark = async ({ logProgress, defer }) => {
  const sides: Side[] = [];
  for (const kind of ['postgres', 'embedded'] as const) {
    logProgress(`${kind}: ${YEARS * BOOKINGS_PER_YEAR} bookings and ${QUESTIONS} inquiries are inserted`);
    const fill = async (db: Db): Promise<SignedInUser> => {
      const admin = await seedYears(db, YEARS);
      await seedCallers(db);
      await seedQuestions(db);
      return admin;
    };
    const site = await openSite(kind, fill, testIdentity);
    defer(site.stop);
    await measure(site.url, site.filled, WARM_UP_CALLS);
    sides.push({ name: kind, measure: () => measure(site.url, site.filled) });
  }
  const measured = await runInterleaved(sides, ROUNDS, logProgress);
  return { sides: measured, goals: checkGoals(measured) };
};
