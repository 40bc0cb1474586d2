import { sql } from 'drizzle-orm';
import { addDays, seoulDate } from '#contract/seoul-time.ts';
import type { Db } from '#server/db/connection.ts';
import { insertPeople, stormIdentity } from '#test/torture/people.ts';
import type { Person } from '#test/torture/people.ts';
import { call, newAddress } from './harness/client.ts';
import { interleave, quantile } from './harness/rounds.ts';
import type { Figures, Finding, Question, Side } from './harness/rounds.ts';
import { openSite } from './harness/site.ts';
import { startBare } from './harness/start-bare.ts';
import type { DatabaseKind, Site } from './harness/site.ts';

const ROUNDS = 7;
const CALLS = { month: 100, list: 30, schedule: 30 } as const;
const WARM_UP = 20;
const MEMBERS = 500;
const YEAR = 365;
const MONTH_GOAL = 5;
/** A table ten times as large may cost the first page so much more, which is noise. */
const GROWTH_GOAL = 1.25;

/** Every slot of every day taken, from `years - 1` years ago to a year ahead: 1,825 bookings a year. */
const fillYears = async (db: Db, years: number): Promise<Person> => {
  await insertPeople(db, MEMBERS);
  const [admin] = await insertPeople(db, 1, { role: 'ADMIN' });
  if (admin === undefined) throw new Error('no admin was inserted');
  const today = seoulDate(new Date());
  await db.execute(sql`
    insert into reservations
      (code, member_id, state, shoot_type, date, slot, desired_shoot_date, location, notes, created_at)
    select upper(lpad(to_hex(n), 5, '0') || '-' || left(md5(n::text), 5)),
      people.ids[1 + n % ${MEMBERS}], case when day < ${today}::date then 'COMPLETED' else 'BOOKED' end,
      (array['LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING'])[1 + n % 4], day, slot,
      '내년 봄, 평일 오전', '서울숲', '두 사람입니다.', day - interval '20 days'
    from (
      select day::date as day, slot, (row_number() over (order by day, slot))::int as n
      from generate_series(${addDays(today, 1 - (years - 1) * YEAR)}::date, ${addDays(today, YEAR)}::date, interval '1 day') as day,
        unnest(array['09-10', '12-13', '15-16', '18-19', '21-22']) as slot
    ) as meetings, (select array_agg(id) as ids from members where role = 'MEMBER') as people`);
  await db.execute(sql`
    insert into slot_claims (date, slot, kind, reservation_id, created_at)
    select date, slot, 'BOOKED', id, created_at from reservations`);
  await db.execute(sql`analyze`);
  return admin;
};

/** One call after another, as the server answers when it has time for each. */
const time = async (url: URL, count: number, token?: string): Promise<number[]> => {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const whose = token === undefined ? {} : { token };
    const { status, milliseconds } = await call(url, { method: 'GET', address: newAddress(), ...whose });
    if (status !== 200) throw new Error(`${url.pathname} answered ${status}`);
    times.push(milliseconds);
  }
  return times;
};

/** The low end is what a busy machine does not move. */
const describe = (name: string, times: readonly number[]): Figures => ({
  [`${name} low ms`]: quantile(times, 0.1),
  [`${name} p50 ms`]: quantile(times, 0.5),
  [`${name} p99 ms`]: quantile(times, 0.99),
});

interface Doors {
  readonly month: URL;
  readonly list: URL;
  readonly schedule: URL | null;
  token(): Promise<string> | undefined;
}

const measure = async ({ month, list, schedule, token }: Doors): Promise<Figures> => {
  const bearer = await token();
  return {
    ...describe('month', await time(month, CALLS.month)),
    ...describe('list', await time(list, CALLS.list, bearer)),
    ...(schedule === null ? {} : describe('schedule', await time(schedule, CALLS.schedule, bearer))),
  };
};

const doorsOf = ({ url }: Site, admin: Person, month: string): Doors => ({
  month: new URL(`/api/reservation/availability?month=${month}`, url),
  list: new URL('/api/admin/reservation', url),
  schedule: new URL(`/api/admin/reservation/schedule?month=${month}`, url),
  token: admin.token,
});

const figureOf = (sides: Finding['sides'], side: string, figure: string): number =>
  sides.find(({ name }) => name === side)?.medians[figure] ?? Number.NaN;

const judge = (sides: Finding['sides']): Omit<Finding, 'sides'> => {
  const at = (side: string, figure: string): number => figureOf(sides, side, figure);
  const month = at('postgres 10y', 'month p50 ms');
  const kinds: readonly DatabaseKind[] = ['postgres', 'embedded'];
  const growths = (['list', 'month', 'schedule'] as const).flatMap((name) =>
    kinds.map((kind) => {
      const growth = at(`${kind} 10y`, `${name} low ms`) / at(`${kind} 1y`, `${name} low ms`);
      const text = `${kind}: ${name} with ten years takes ${growth.toFixed(2)} × the time with one, goal ≤ ${GROWTH_GOAL}`;
      return { text, isMet: growth <= GROWTH_GOAL };
    }),
  );
  return {
    goals: [
      {
        text: `postgres: month p50 ${month.toFixed(2)} ms with ten years of bookings, goal ≤ ${MONTH_GOAL} ms`,
        isMet: month <= MONTH_GOAL,
      },
      ...growths,
    ],
    notes: (['month', 'list'] as const).map((name) => {
      const ratio = at('postgres 10y', `${name} low ms`) / at('bare', `${name} low ms`);
      return `postgres: ${name} takes ${ratio.toFixed(2)} × the time of a bare node:http and pg with the same query`;
    }),
  };
};

/** Does the calendar answer at once, however long the studio has been there? */
export const ask: Question = async (say) => {
  const stops: (() => Promise<void>)[] = [];
  // A month in the middle of the year ahead: every slot of every day is taken.
  const month = addDays(seoulDate(new Date()), 180).slice(0, 7);
  const sides: Side[] = [];
  const add = async (name: string, doors: Doors): Promise<void> => {
    const bearer = await doors.token();
    await time(doors.month, WARM_UP);
    for (const door of [doors.list, doors.schedule]) if (door !== null) await time(door, WARM_UP, bearer);
    sides.push({ name, measure: () => measure(doors) });
  };
  try {
    for (const kind of ['postgres', 'embedded'] as const) {
      for (const years of [1, 10]) {
        const admins: Person[] = [];
        const fill = async (db: Db): Promise<void> => void admins.push(await fillYears(db, years));
        say(`${kind}: ${years} × ${5 * YEAR} bookings`);
        const site = await openSite(kind, fill, stormIdentity);
        stops.unshift(site.stop);
        for (const admin of admins) await add(`${kind} ${years}y`, doorsOf(site, admin, month));
        if (site.databaseUrl === null || years === 1) continue;
        const bare = await startBare('bare-server.js', site.databaseUrl);
        stops.unshift(bare.stop);
        await add('bare', {
          month: new URL(`/month?month=${month}`, bare.url),
          list: new URL('/list', bare.url),
          schedule: null,
          token: () => undefined,
        });
      }
    }
    const measured = await interleave(sides, ROUNDS, say);
    return { sides: measured, ...judge(measured) };
  } finally {
    for (const stop of stops) await stop();
  }
};
