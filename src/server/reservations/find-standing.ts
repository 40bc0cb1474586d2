import { aliasedTable, and, eq, sql } from 'drizzle-orm';
import { seoulDate, seoulHour } from '#contract/seoul-time.ts';
import type { Db } from '#server/db/connection.ts';
import { idempotencyKeys, members, reservations, slotClaims } from '#server/db/schema.ts';
import type { BookingRequest } from './booking-request.ts';
import type { Standing } from './judge-booking.ts';

export interface Attempt {
  readonly memberId: string;
  /** The Idempotency-Key, when one was sent. */
  readonly key: string | null;
  readonly request: BookingRequest;
  readonly now: Date;
}

const keyedBooking = aliasedTable(reservations, 'keyed_booking');
const ownBooking = aliasedTable(reservations, 'own_booking');

const countFuture = (now: Date) => {
  const hour = String(seoulHour(now)).padStart(2, '0');
  return sql<number>`(
    select count(*)::int from ${reservations} as b
    where b.member_id = ${members.id} and (b.date, left(b.slot, 2)) > (${seoulDate(now)}::date, ${hour})
  )`;
};

const countOnDate = (date: string) => sql<number>`(
  select count(*)::int from ${reservations} as b where b.member_id = ${members.id} and b.date = ${date}::date
)`;

/** Everything that bears on a booking, of one moment, in one statement; null when the member is gone. */
export const findStanding = async (db: Pick<Db, 'select'>, attempt: Attempt): Promise<Standing | null> => {
  const { memberId, key, request, now } = attempt;
  const [row] = await db
    .select({
      requestHash: idempotencyKeys.requestHash,
      keyedAt: idempotencyKeys.createdAt,
      keyedBooking,
      claim: slotClaims.kind,
      ownBooking,
      futureBookings: countFuture(now),
      bookingsOnDate: countOnDate(request.date),
    })
    .from(members)
    // No stored key is empty, so without a key this joins nothing.
    .leftJoin(
      idempotencyKeys,
      and(eq(idempotencyKeys.memberId, members.id), eq(idempotencyKeys.key, key ?? '')),
    )
    .leftJoin(keyedBooking, eq(keyedBooking.id, idempotencyKeys.reservationId))
    .leftJoin(slotClaims, and(eq(slotClaims.date, request.date), eq(slotClaims.slot, request.time)))
    .leftJoin(
      ownBooking,
      and(eq(ownBooking.id, slotClaims.reservationId), eq(ownBooking.memberId, members.id)),
    )
    .where(eq(members.id, memberId));
  if (row === undefined) return null;
  const { requestHash, keyedAt } = row;
  return {
    keyed:
      requestHash === null || keyedAt === null || row.keyedBooking === null
        ? null
        : { requestHash, createdAt: keyedAt, booking: row.keyedBooking },
    isTaken: row.claim !== null,
    own: row.ownBooking,
    futureBookings: row.futureBookings,
    bookingsOnDate: row.bookingsOnDate,
  };
};
