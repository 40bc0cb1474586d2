import { and, desc, eq, inArray, isNotNull, ne, sql, type SQL } from 'drizzle-orm';
import { members, socialIdentities } from '#core/auth/server/tables.ts';
import { findNote } from '#core/notes/server/notes.ts';
import { questions } from '#features/questions/server/tables.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { appError } from '#platform/contract/errors.ts';
import { accountLabelOf } from '#platform/contract/social-providers.ts';
import {
  isAfterPosition,
  microsecondsOf,
  type CreatedAtPosition,
} from '#platform/server/db/created-at-cursor.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Page } from '#platform/server/http/pagination.ts';
import type { Customer, CustomerSummary } from '../../contract/customers.ts';
import { hasRegistered } from './queries.ts';
import { memberNotes } from './tables.ts';

/** Matches a customer's reservations: those of the member's account and those by phone. */
export const isOfCustomer = (id: string | SQL): SQL =>
  sql`(${reservations.memberId} = ${id} or ${reservations.customerId} = ${id})`;

export const hasGuestName = (part: string): SQL => sql`(
  search_bigrams(${reservations.guestName}) @> keyword_bigrams(${part})
  and strpos(lower(${reservations.guestName}), lower(${part})) > 0)`;

/** Matches the customers of these reservations by phone, also by a name or number that is not their latest. */
export const hasBooked = (condition: SQL | undefined): SQL =>
  sql`id in (select customer_id from ${reservations} where ${condition})`;

/** One row per customer. A customer without an account has name and number of their latest reservation. */
const people = sql`(
  select id, name, login_id, phone, created_at, id as member_id, null::bigint as reservation_id
  from ${members} where ${hasRegistered} and status <> 'WITHDRAWN'
  union all
  select customer_id, guest_name, null, guest_phone, created_at, null, id
  from ${reservations} as latest
  where customer_id is not null
    and not exists (select from ${members} where members.id = latest.customer_id)
    and not exists (
      select from ${reservations} as later where later.customer_id = latest.customer_id and later.id > latest.id)
) as people`;

const createdAt = sql`created_at`;

type PersonRow = {
  readonly id: string;
  readonly name: string;
  readonly phone: string | null;
  /** Null for a customer without an account. */
  readonly memberId: string | null;
  /** Null for a member. */
  readonly phoneReservationId: number | null;
  readonly createdAt: string;
  readonly reservations: number;
};

const selectPeople = async (db: Db, where: SQL | undefined, limit: number): Promise<PersonRow[]> => {
  const { rows } = await db.execute<PersonRow>(sql`
    select id, name, phone, member_id as "memberId", reservation_id::float8 as "phoneReservationId",
      ${microsecondsOf(createdAt)} as "createdAt",
      (select count(*)::integer from ${reservations} where ${isOfCustomer(sql`people.id`)}) as reservations
    from ${people} ${where === undefined ? sql`` : sql`where ${where}`}
    order by created_at desc, id desc limit ${limit}`);
  return rows;
};

export const presentCustomer = ({
  id,
  name,
  phone,
  memberId,
  reservations: count,
}: PersonRow): CustomerSummary => ({
  id,
  name,
  phoneNumber: phone,
  isMember: memberId !== null,
  reservations: count,
});

/**
 * Lists members who are no admins by the time of their registration and others by that of their latest reservation, newest first.
 * `condition` names columns of both: `name`, `login_id`, `phone`.
 */
export const findCustomers = (
  db: Db,
  { after, limit }: Page<CreatedAtPosition<string>>,
  condition?: SQL,
): Promise<PersonRow[]> =>
  selectPeople(
    db,
    and(
      sql`id not in (select id from ${members} where role = 'ADMIN')`,
      condition,
      after === null ? undefined : isAfterPosition({ createdAt, id: sql`id` }, after),
    ),
    limit,
  );

const findCallers = (db: Db, id: string) =>
  db
    .select({
      name: sql<string>`${reservations.guestName}`,
      phoneNumber: reservations.guestPhone,
      reservations: sql<number>`count(*)::integer`,
      reservationId: sql<number>`max(${reservations.id})::float8`,
    })
    .from(reservations)
    .where(and(eq(reservations.customerId, id), isNotNull(reservations.guestName)))
    .groupBy(reservations.guestName, reservations.guestPhone)
    .orderBy(desc(sql`max(${reservations.id})`));

const findAccount = async (db: Db, id: string): Promise<Customer['account']> => {
  const [row] = await db
    .select({ loginId: members.loginId, provider: socialIdentities.provider, joinedAt: members.createdAt })
    .from(members)
    .leftJoin(socialIdentities, eq(socialIdentities.memberId, members.id))
    .where(and(eq(members.id, id), ne(members.status, 'WITHDRAWN')));
  if (row === undefined) return null;
  return {
    loginId: row.loginId ?? accountLabelOf(row.provider),
    joinedAt: row.joinedAt.toISOString(),
    note: await findNote(db, memberNotes, id),
  };
};

/** Finds other customers who have one of these numbers. */
const findSameNumber = async (db: Db, id: string, numbers: readonly string[]): Promise<PersonRow[]> => {
  if (numbers.length === 0) return [];
  const others = await db
    .select({ id: sql<string>`${reservations.customerId}` })
    .from(reservations)
    .where(and(inArray(reservations.guestPhone, [...numbers]), isNotNull(reservations.customerId)));
  const owners = await db
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.phone, [...numbers]), eq(members.role, 'MEMBER')));
  const ids = new Set([...others, ...owners].map((other) => other.id).filter((other) => other !== id));
  return ids.size === 0 ? [] : selectPeople(db, inArray(sql`id`, [...ids]), ids.size);
};

/** Throws NOT_FOUND. Returns also the persons whose data it is. */
export const findCustomer = async (db: Db, id: string) => {
  const [person] = await selectPeople(db, sql`id = ${id}`, 1);
  if (person === undefined) throw appError('NOT_FOUND');
  const callers = await findCallers(db, id);
  const numbers = new Set([person.phone, ...callers.map(({ phoneNumber }) => phoneNumber)]);
  const sameNumber = await findSameNumber(
    db,
    id,
    [...numbers].filter((number) => number !== null),
  );
  const customer: Customer = {
    ...presentCustomer(person),
    noShows: await db.$count(reservations, and(isOfCustomer(id), eq(reservations.state, 'NO_SHOW'))),
    questions: await db.$count(questions, eq(questions.memberId, id)),
    account: await findAccount(db, id),
    callers,
    sameNumber: sameNumber.map(presentCustomer),
  };
  const called = callers.map(({ reservationId }) => ({ phoneReservationId: reservationId }));
  return { customer, subjects: [person, ...sameNumber, ...called] };
};
