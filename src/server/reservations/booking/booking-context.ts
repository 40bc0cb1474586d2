import { aliasedTable, and, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import type { Tx } from '#server/db/database.ts';
import { definePrepared } from '#server/db/define-prepared.ts';
import { idempotencyKeys, members, reservations, slotClaims } from '#server/db/schema.ts';
import type { BookingContext } from './booking-policy.ts';
import { IDEMPOTENCY_KEY_TTL_MS } from './idempotency-key.ts';
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

const repeated = aliasedTable(reservations, 'repeated');

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
      repeated,
      rules: sectionColumn('booking'),
      messages: sectionColumn('messages'),
      consent: requestedConsent(sql`${members.id}`, sql`${placeholder('today')}`),
      isOffered: isOffered(sql`${placeholder('date')}::date`, sql`${placeholder('slot')}::text`),
      claim: { slot: slotClaims.slot, holder: slotClaims.heldBy, heldUntil: slotClaims.heldUntil },
      futureBookings: countFuture,
      bookingsOnDate: countOnDate,
    })
    .from(members)
    .leftJoin(
      idempotencyKeys,
      and(
        eq(idempotencyKeys.memberId, members.id),
        eq(idempotencyKeys.key, placeholder('key')),
        gt(idempotencyKeys.createdAt, placeholder('keysSince')),
      ),
    )
    .leftJoin(
      slotClaims,
      and(
        eq(slotClaims.date, placeholder('date')),
        sql`${slotClaims.during} && ${placeholder('window')}::tsrange`,
        sql`${slotClaims.reservationId} is distinct from ${placeholder('moved')}::bigint`,
      ),
    )
    .leftJoin(
      repeated,
      and(
        sql`${repeated.id} = coalesce(${idempotencyKeys.reservationId}, ${slotClaims.reservationId})`,
        or(
          isNotNull(idempotencyKeys.reservationId),
          and(
            eq(repeated.slot, placeholder('slot')),
            eq(repeated.memberId, members.id),
            eq(repeated.state, 'BOOKED'),
          ),
        ),
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
    keysSince: new Date(now.getTime() - IDEMPOTENCY_KEY_TTL_MS),
    today: seoulDate(now),
    time: seoulClock(now),
  });
  if (row === undefined) return null;
  const availability = classifySlot(row.claim === null ? [] : [row.claim], time, memberId, now);
  return {
    keyedRequestHash: row.requestHash,
    repeated: row.repeated,
    isOffered: row.isOffered,
    availability,
    heldUntil: availability === 'MINE' ? (row.claim?.heldUntil ?? null) : null,
    rules: row.rules,
    messages: row.messages,
    isConsentNeeded: row.consent !== null,
    upcomingReservations: row.futureBookings,
    reservationsOnDate: row.bookingsOnDate,
  };
};
