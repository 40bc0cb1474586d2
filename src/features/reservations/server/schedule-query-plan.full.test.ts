import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { findMonthClaims } from './schedule/queries.ts';

const app = await createTestApp();
const NOW = new Date('2026-11-21T01:00:00Z');

const readPlan = async (query: { toSQL(): { sql: string; params: unknown[] } }): Promise<string> => {
  const { sql: text, params } = query.toSQL();
  // Parameters are inlined as literals, because the plan depends on their values.
  const literal = text.replaceAll(/\$(\d+)/g, (_, n: string) => `'${String(params[Number(n) - 1])}'`);
  const { rows } = await app.db.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain ${literal}`));
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

it('the schedule of a month does not read ten years of reservations', async () => {
  await app.db.execute(sql`
    insert into members (name) select '옛 손님 ' || n from generate_series(1, 500) as n`);
  await app.db.execute(sql`
    insert into reservations (code, member_id, shoot_type, date, slot, desired_shoot_date, location, notes)
    select upper(lpad(to_hex(n), 5, '0')) || '-AAAAA', ids[1 + n % 500], 'FOOD', day, slot, '', '서울숲', ''
    from (
      select date '2017-01-01' + d as day, slot, (d * 5 + s)::int as n
      from generate_series(0, 3650) as d,
        unnest(array['09-10', '12-13', '15-16', '18-19', '21-22']) with ordinality as windows (slot, s)
    ) as meetings, (select array_agg(id) as ids from members) as people`);
  await app.db.execute(sql`
    insert into slot_claims (date, slot, kind, reservation_id) select date, slot, 'BOOKED', id from reservations`);
  await app.db.execute(sql`analyze members, reservations, slot_claims`);

  const plan = await readPlan(findMonthClaims(app.db, '2026-11', NOW));
  expect(plan).not.toMatch(/Seq Scan/);
  const claims = await findMonthClaims(app.db, '2026-11', NOW);
  expect(claims).toHaveLength(150);
  expect(claims.every(({ memberName }) => memberName.startsWith('옛 손님'))).toBe(true);
});
