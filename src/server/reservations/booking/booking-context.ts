import { aliasedTable, and, eq, sql } from 'drizzle-orm';
import { seoulDate, seoulHour } from '#contract/seoul-time.ts';
import type { BookingRules } from '#contract/studio-settings.ts';
import type { Slot } from '#contract/slots.ts';
import type { Tx } from '#server/db/database.ts';
import { definePrepared } from '#server/db/define-prepared.ts';
import {
  idempotencyKeys,
  members,
  reservations,
  slotClaims,
  studioSettingVersions,
} from '#server/db/schema.ts';
import type { BookingContext } from './booking-policy.ts';
import { classifyClaim } from '#server/reservations/slots/slot-availability.ts';

interface BookingContextInput {
  readonly memberId: string;
  readonly meeting: { readonly date: string; readonly time: Slot };
  readonly key?: string | null;
  readonly now: Date;
}

const keyedReservation = aliasedTable(reservations, 'keyed_booking');
const ownReservation = aliasedTable(reservations, 'own_booking');

const { placeholder } = sql;

const countFuture = sql<number>`(
  select count(*)::int from ${reservations} as b
  where b.member_id = ${members.id} and b.state = 'BOOKED'
    and (b.date, left(b.slot, 2)) > (${placeholder('today')}::date, ${placeholder('hour')}::text)
)`;
const countOnDate = sql<number>`(
  select count(*)::int from ${reservations} as b
  where b.member_id = ${members.id} and b.state <> 'CANCELLED' and b.date = ${placeholder('date')}::date
)`;

const rules = sql<BookingRules>`(
  select body from ${studioSettingVersions} where section = 'booking' order by version desc limit 1
)`;

const bookingContextOf = definePrepared((db) =>
  db
    .select({
      requestHash: idempotencyKeys.requestHash,
      keyedAt: idempotencyKeys.createdAt,
      keyedBooking: keyedReservation,
      rules,
      claim: slotClaims,
      ownBooking: ownReservation,
      futureBookings: countFuture,
      bookingsOnDate: countOnDate,
    })
    .from(members)
    .leftJoin(
      idempotencyKeys,
      and(eq(idempotencyKeys.memberId, members.id), eq(idempotencyKeys.key, placeholder('key'))),
    )
    .leftJoin(keyedReservation, eq(keyedReservation.id, idempotencyKeys.reservationId))
    .leftJoin(
      slotClaims,
      and(eq(slotClaims.date, placeholder('date')), eq(slotClaims.slot, placeholder('slot'))),
    )
    .leftJoin(
      ownReservation,
      and(
        eq(ownReservation.id, slotClaims.reservationId),
        eq(ownReservation.memberId, members.id),
        eq(ownReservation.state, 'BOOKED'),
      ),
    )
    .where(eq(members.id, placeholder('memberId')))
    .prepare('find_standing'),
);

/** Reads everything that the booking rules need in one statement; null when the member no longer exists. */
export const findBookingContext = async (
  db: Tx,
  { memberId, meeting: { date, time }, key, now }: BookingContextInput,
): Promise<BookingContext | null> => {
  const [row] = await bookingContextOf(db).execute({
    memberId,
    // No stored key is empty, so an empty key matches nothing.
    key: key ?? '',
    date,
    slot: time,
    today: seoulDate(now),
    hour: String(seoulHour(now)).padStart(2, '0'),
  });
  if (row === undefined) return null;
  const { requestHash, keyedAt } = row;
  const claim = classifyClaim(row.claim, memberId, now);
  return {
    idempotent:
      requestHash === null || keyedAt === null || row.keyedBooking === null
        ? null
        : { requestHash, createdAt: keyedAt, booking: row.keyedBooking },
    isTaken: claim === 'TAKEN',
    heldUntil: claim === 'MINE' ? (row.claim?.heldUntil ?? null) : null,
    ownReservation: row.ownBooking,
    rules: row.rules,
    upcomingReservations: row.futureBookings,
    reservationsOnDate: row.bookingsOnDate,
  };
};
