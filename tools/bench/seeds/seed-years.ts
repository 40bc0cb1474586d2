import { sql } from 'drizzle-orm';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Db } from '#platform/server/db/database.ts';
import { insertSignedInUsers, type SignedInUser } from '#test/factories/signed-in-users.ts';

const MEMBERS = 500;
const YEAR = 365;
export const BOOKINGS_PER_YEAR = 5 * YEAR;

/** Books every slot of every day, from `years - 1` years ago to a year ahead. */
export const seedYears = async (db: Db, years: number): Promise<SignedInUser> => {
  await insertSignedInUsers(db, MEMBERS);
  const [admin] = await insertSignedInUsers(db, 1, { role: 'ADMIN' });
  if (admin === undefined) throw new Error('no admin was inserted');
  const today = seoulDate(new Date());
  // A year per statement, because PostgreSQL ends a statement after 2.5 s.
  for (let year = 0; year < years; year += 1) {
    const first = addDays(today, 1 - (years - 1 - year) * YEAR);
    await db.execute(sql`
      insert into reservations
        (code, member_id, state, shoot_type, date, slot, desired_shoot_date, location, notes, created_at)
      select upper(lpad(to_hex(n), 5, '0') || '-' || left(md5(n::text), 5)),
        people.ids[1 + n % ${MEMBERS}], case when day < ${today}::date then 'COMPLETED' else 'BOOKED' end,
        (array['LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING'])[1 + n % 4], day, slot,
        '내년 봄, 평일 오전', '서울숲', '두 사람입니다.', day - interval '20 days'
      from (
        select day::date as day, slot,
          (${year * BOOKINGS_PER_YEAR}::int + row_number() over (order by day, slot))::int as n
        from generate_series(${first}::date, ${addDays(first, YEAR - 1)}::date, interval '1 day') as day,
          unnest(array['09-10', '12-13', '15-16', '18-19', '21-22']) as slot
      ) as meetings, (select array_agg(id) as ids from members where role = 'MEMBER') as people`);
  }
  await db.execute(sql`
    insert into slot_claims (date, slot, kind, reservation_id, created_at)
    select date, slot, 'BOOKED', id, created_at from reservations where date >= ${addDays(today, -YEAR)}`);
  await db.execute(sql`analyze`);
  return admin;
};
