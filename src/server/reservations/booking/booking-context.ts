import { aliasedTable, and, eq, sql } from 'drizzle-orm';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import type { Tx } from '#server/db/database.ts';
import { definePrepared } from '#server/db/define-prepared.ts';
import { idempotencyKeys, members, reservations, slotClaims } from '#server/db/schema.ts';
import type { BookingContext } from './booking-policy.ts';
import { requestedConsent } from '#server/studio/legal/consents.ts';
import { sectionColumn } from '#server/studio/read-sections.ts';
import { isOffered } from '#server/reservations/hours/find-day-slots.ts';
import { classifySlot } from '#server/reservations/slots/slot-availability.ts';
import { seoulClock, slotStartText } from '#server/db/slot-start.ts';
import { slotWindow } from '#server/reservations/slots/slot-sql.ts';

interface BookingContextInput {
  readonly memberId: string;
  readonly meeting: { readonly date: string; readonly time: Slot };
  readonly key?: string | null;
  /** The reservation being moved, whose own slot does not count as taken. */
  readonly moved?: number;
  readonly now: Date;
}

const keyedReservation = aliasedTable(reservations, 'keyed_booking');
const ownReservation = aliasedTable(reservations, 'own_booking');

const { placeholder } = sql;

const countFuture = sql<number>`(
  select count(*)::int from ${reservations} as b
  where b.member_id = ${members.id} and b.state = 'BOOKED'
    and (b.date, ${slotStartText(sql`b.slot`)}) > (${placeholder('today')}::date, ${placeholder('time')}::text)
)`;
const countOnDate = sql<number>`(
  select count(*)::int from ${reservations} as b
  where b.member_id = ${members.id} and b.state <> 'CANCELLED' and b.date = ${placeholder('date')}::date
)`;

const bookingContextOf = definePrepared((db) =>
  db
    .select({
      requestHash: idempotencyKeys.requestHash,
      keyedAt: idempotencyKeys.createdAt,
      keyedBooking: keyedReservation,
      rules: sectionColumn('booking'),
      messages: sectionColumn('messages'),
      consent: requestedConsent(sql`${members.id}`, sql`${placeholder('today')}`),
      isOffered: isOffered(sql`${placeholder('date')}::date`, sql`${placeholder('slot')}::text`),
      claim: { slot: slotClaims.slot, holder: slotClaims.heldBy, heldUntil: slotClaims.heldUntil },
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
      and(
        eq(slotClaims.date, placeholder('date')),
        sql`${slotClaims.during} && ${placeholder('window')}::tsrange`,
        sql`${slotClaims.reservationId} is distinct from ${placeholder('moved')}::bigint`,
      ),
    )
    .leftJoin(
      ownReservation,
      and(
        eq(ownReservation.id, slotClaims.reservationId),
        eq(ownReservation.slot, placeholder('slot')),
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
  { memberId, meeting: { date, time }, key, moved, now }: BookingContextInput,
): Promise<BookingContext | null> => {
  const [row] = await bookingContextOf(db).execute({
    memberId,
    // No stored key is empty, so an empty key matches nothing.
    key: key ?? '',
    date,
    slot: time,
    window: slotWindow(date, time),
    // No reservation has the id 0.
    moved: moved ?? 0,
    today: seoulDate(now),
    time: seoulClock(now),
  });
  if (row === undefined) return null;
  const { requestHash, keyedAt } = row;
  const availability = classifySlot(row.claim === null ? [] : [row.claim], time, memberId, now);
  return {
    idempotent:
      requestHash === null || keyedAt === null || row.keyedBooking === null
        ? null
        : { requestHash, createdAt: keyedAt, booking: row.keyedBooking },
    isOffered: row.isOffered,
    availability,
    heldUntil: availability === 'MINE' ? (row.claim?.heldUntil ?? null) : null,
    ownReservation: row.ownBooking,
    rules: row.rules,
    messages: row.messages,
    isConsentNeeded: row.consent !== null,
    upcomingReservations: row.futureBookings,
    reservationsOnDate: row.bookingsOnDate,
  };
};
