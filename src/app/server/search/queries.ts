import { or, sql, type SQL } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import type { Viewer } from '#features/questions/server/present-question.ts';
import type { QuestionRow } from '#features/questions/server/queries.ts';
import { searchQuestions as searchField } from '#features/questions/server/search-questions.ts';
import { listReservations } from '#features/reservations/server/admin/queries.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { normalizeRandomCode } from '#platform/server/crypto/random-code.ts';
import type { Db } from '#platform/server/db/database.ts';
import { findCustomers, hasBooked, hasGuestName } from '../customers/find-customers.ts';
import { hasName } from '../customers/queries.ts';

const MAX_RESERVATIONS = 8;
const MAX_CUSTOMERS = 5;
const MAX_QUESTIONS = 5;

const PHONE_DIGITS = /^[0-9]{4,}$/;
/** So many last digits identify a number. The others may be a country code. */
const MAX_PHONE_END = 8;

/** Matches the last digits of a phone number; undefined for a keyword that is no number of at least four digits. */
const hasPhoneEnd = (phone: SQL, keyword: string): SQL | undefined => {
  const digits = keyword.replaceAll(/[\s().+-]/g, '');
  if (!PHONE_DIGITS.test(digits)) return undefined;
  const end = digits.slice(-MAX_PHONE_END);
  return sql`(right(${phone}, 4) = ${end.slice(-4)} and right(${phone}, ${end.length}) = ${end})`;
};

const CODE_START = /^[0-9A-Z]{4,10}$/;
const CODE_GROUP = 5;

/** Matches the beginning of a reservation code; undefined for a keyword that is none of at least four characters. */
const hasCodeStart = (keyword: string): SQL | undefined => {
  const code = normalizeRandomCode(keyword);
  if (!CODE_START.test(code)) return undefined;
  const hyphened = code.length > CODE_GROUP ? `${code.slice(0, CODE_GROUP)}-${code.slice(CODE_GROUP)}` : code;
  return sql`${reservations.code} like ${`${hyphened}%`}`;
};

/** Matches rows of `members`, and of the list of customers, which has columns of the same names. */
const isMember = (keyword: string): SQL | undefined =>
  or(hasName(keyword), sql`strpos(lower(login_id), lower(${keyword})) > 0`, hasPhoneEnd(sql`phone`, keyword));

/**
 * Matches the newest reservations of these customers or with this code. Each condition has an index, which the planner would not use for
 * all of them at once.
 */
const isNewestMatch = (keyword: string): SQL => {
  const newest = sql`order by date desc, slot desc, id desc limit ${MAX_RESERVATIONS}`;
  const conditions = [
    hasGuestName(keyword),
    hasPhoneEnd(sql`guest_phone`, keyword),
    hasCodeStart(keyword),
  ].filter((condition) => condition !== undefined);
  return sql`${reservations.id} in (
    with people as materialized (select id from ${members} where ${isMember(keyword)}),
    matches as materialized (
      select own.* from people cross join lateral (
        select id, date, slot from ${reservations} where member_id = people.id ${newest}
      ) as own
      union ${sql.join(
        conditions.map((condition) => sql`select id, date, slot from ${reservations} where ${condition}`),
        sql` union `,
      )} ${newest}
    )
    select id from matches)`;
};

export const searchReservations = (db: Db, keyword: string, now: Date) => {
  const page = { sort: 'date-desc', after: null, limit: MAX_RESERVATIONS } as const;
  return listReservations(db, {}, now, page, isNewestMatch(keyword));
};

export const searchCustomers = (db: Db, keyword: string) =>
  findCustomers(
    db,
    { limit: MAX_CUSTOMERS, after: null },
    or(isMember(keyword), hasBooked(or(hasGuestName(keyword), hasPhoneEnd(sql`guest_phone`, keyword)))),
  );

export const searchQuestions = async (db: Db, keyword: string, reader: Viewer): Promise<QuestionRow[]> => {
  const page = { limit: MAX_QUESTIONS, after: null };
  const found = await Promise.all(
    (['title', 'content'] as const).map((field) =>
      searchField(db, reader, { in: field, keyword, mine: false }, page),
    ),
  );
  const byId = new Map(found.flat().map((row) => [row.question.id, row]));
  return [...byId.values()].toSorted((a, b) => b.question.id - a.question.id).slice(0, MAX_QUESTIONS);
};
