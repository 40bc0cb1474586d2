import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { signAccessToken } from '#core/auth/server/sessions/access-tokens.ts';
import { loadSamplePhotos } from '#features/gallery/server/load-sample-photos.ts';
import { defaultSlots } from '#features/reservations/contract/slots.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Db } from '#platform/server/db/database.ts';
import { readEnv } from '#platform/server/env.ts';
import { systemClock } from '#platform/server/ports/clock.ts';
import { createDiskStorage } from '#platform/server/ports/storage/disk-storage.ts';
import { createUploadSigner } from '#platform/server/ports/storage/upload-signer.ts';
import { testIdentity, testAuthSecret } from '#test/factories/signed-in-users.ts';
import { seedLogins, testId } from './seed-logins.ts';

/** Each books one slot a round, which fills 288 days. */
export const BOOKER_COUNT = 1_440;
/** Index of the member who requests their own list and whose requests are recorded. */
export const READER_INDEX = BOOKER_COUNT;
export const LOGIN_COUNT = 200;
const QUESTION_COUNT = 1_000;
const QUESTIONS_PER_INSERT = 100;
const OWN_RESERVATIONS = 30;
const PAST_DAYS = 365;

const today = seoulDate(new Date());
export const firstDate = addDays(today, 1);
/** A month with blocked slots, later than all booked dates. */
export const blockedMonth = addDays(today, 330).slice(0, 7);

export const memberId = (n: number): string => testId('8000', n);
export const sessionId = (n: number): string => testId('9000', n);
export const meetingTimeOf = (n: number) => ({
  date: addDays(firstDate, Math.floor(n / defaultSlots.length)),
  time: defaultSlots[n % defaultSlots.length] ?? defaultSlots[0],
});

const signing = { authSecret: testAuthSecret, clock: systemClock, env: readEnv(testIdentity) };

/** Access token of the n-th member, valid for ten minutes. */
export const tokenOf = (n: number): Promise<string> =>
  signAccessToken(signing, {
    memberId: memberId(n),
    sessionId: sessionId(n),
    role: 'MEMBER',
    authenticatedAt: systemClock.now(),
  });

/** The refresh token of the n-th member's session. */
export const refreshTokenOf = (n: number): string => `bench-${String(n).padStart(37, '0')}`;

const idOf = (variant: string) =>
  sql.raw(`('00000000-0000-4000-${variant}-' || lpad(n::text, 12, '0'))::uuid`);

/** Seeds a studio in its second year: photos, questions, members, a year of past meetings and a month with many blocked slots. */
export const seedSpeed = async (db: Db, dataDir: string): Promise<void> => {
  const storage = createDiskStorage(join(dataDir, 'photos'), createUploadSigner(testAuthSecret));
  await loadSamplePhotos({ db, storage }, 'sample');
  await seedLogins(db, LOGIN_COUNT);
  const userIndexes = sql`generate_series(0, ${READER_INDEX}::int) as n`;
  await db.execute(
    sql`insert into members (id, name) select ${idOf('8000')}, '손님' || n from ${userIndexes}`,
  );
  await db.execute(sql`
    insert into sessions (id, member_id, ip_address, user_agent, created_at, expires_at)
    select ${idOf('9000')}, ${idOf('8000')}, '203.0.113.1', 'bench', now(), now() + interval '20 days' from ${userIndexes}`);
  await db.execute(sql`
    insert into refresh_tokens (token_hash, session_id, created_at, expires_at)
    select sha256(convert_to('bench-' || lpad(n::text, 37, '0'), 'UTF8')), ${idOf('9000')}, now(), now() + interval '10 days'
    from ${userIndexes}`);
  // Small batches stay below the statement timeout: each question also updates the bigram indexes.
  for (let from = 1; from <= QUESTION_COUNT; from += QUESTIONS_PER_INSERT) {
    await db.execute(sql`
      insert into questions (member_id, title, content, secret, created_at)
      select ${idOf('8000')}, '가격 문의 ' || n, repeat('가을에 가족사진을 찍고 싶습니다. ', 1 + n % 8), n % 10 = 0, now()
      from (select n % ${BOOKER_COUNT}::int as n from generate_series(${from}::int, ${from + QUESTIONS_PER_INSERT - 1}::int) as n) as asked`);
  }
  await db.execute(sql`
    insert into answers (question_id, content, created_at)
    select id, '안녕하세요. 문의해 주셔서 감사합니다.', now() from questions where id % 20 <> 0`);
  await db.execute(sql`
    insert into reservations (code, member_id, state, shoot_type, date, slot, desired_shoot_date, location, notes)
    select 'HAD00-' || lpad(n::text, 5, '0'), ${memberId(READER_INDEX)}::uuid, 'CANCELLED', 'WEDDING', ${today}::date - n, '09-10',
      '내년 봄', '서울숲', '두 사람입니다.'
    from generate_series(1, ${OWN_RESERVATIONS}::int) as n`);
  await db.execute(sql`
    with meetings as (
      insert into reservations
        (code, member_id, state, shoot_type, date, slot, desired_shoot_date, location, notes, created_at)
      select 'PAST0-' || lpad(meeting::text, 5, '0'), ${idOf('8000')}, 'COMPLETED', 'WEDDING', day, slot, '내년 봄', '서울숲',
        '두 사람입니다.', day - interval '20 days'
      from (
        select day, slot, 5 * age + place as meeting, (5 * age + place) % ${BOOKER_COUNT}::int as n
        from (select age, ${today}::date - age as day from generate_series(1, ${PAST_DAYS}::int) as age) as days,
          unnest(array['09-10', '12-13', '15-16', '18-19', '21-22']) with ordinality as slots (slot, place)
      ) as past
      returning id, date, slot, created_at
    )
    insert into slot_claims (date, slot, kind, reservation_id, created_at)
    select date, slot, 'BOOKED', id, created_at from meetings`);
  await db.execute(sql`
    insert into slot_claims (date, slot, kind, created_at)
    select day::date, slot, 'BLOCKED', now()
    from generate_series(${`${blockedMonth}-01`}::date, ${`${blockedMonth}-28`}::date, interval '1 day') as day,
      unnest(array['09-10', '15-16', '21-22']) as slot`);
  await db.execute(sql`analyze`);
};

/**
 * Restores the state before the first booking of a round. Truncated tables keep the plans of tables in use: after a delete, PostgreSQL
 * would plan for the empty table and read all of it for each booking.
 */
export const CLEAR_SQL = `
  delete from slot_claims where kind = 'BOOKED' and date >= '${firstDate}';
  delete from reservations where state = 'BOOKED';
  truncate idempotency_keys, rate_counters;
  vacuum analyze slot_claims, reservations;`;
