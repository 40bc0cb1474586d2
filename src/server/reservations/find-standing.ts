import { aliasedTable, and, eq, sql } from 'drizzle-orm';
import { seoulDate, seoulHour } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import type { Tx } from '#server/db/connection.ts';
import { definePrepared } from '#server/db/define-prepared.ts';
import { idempotencyKeys, members, reservations, slotClaims } from '#server/db/schema.ts';
import type { Standing } from './judge-booking.ts';
import { judgeClaim } from './judge-claim.ts';

interface Asking {
  readonly memberId: string;
  readonly meeting: { readonly date: string; readonly time: Slot };
  readonly key?: string | null;
  readonly now: Date;
}

const keyedBooking = aliasedTable(reservations, 'keyed_booking');
const ownBooking = aliasedTable(reservations, 'own_booking');

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

const standingOf = definePrepared((db) =>
  db
    .select({
      requestHash: idempotencyKeys.requestHash,
      keyedAt: idempotencyKeys.createdAt,
      keyedBooking,
      claim: slotClaims,
      ownBooking,
      futureBookings: countFuture,
      bookingsOnDate: countOnDate,
    })
    .from(members)
    .leftJoin(
      idempotencyKeys,
      and(eq(idempotencyKeys.memberId, members.id), eq(idempotencyKeys.key, placeholder('key'))),
    )
    .leftJoin(keyedBooking, eq(keyedBooking.id, idempotencyKeys.reservationId))
    .leftJoin(
      slotClaims,
      and(eq(slotClaims.date, placeholder('date')), eq(slotClaims.slot, placeholder('slot'))),
    )
    .leftJoin(
      ownBooking,
      and(
        eq(ownBooking.id, slotClaims.reservationId),
        eq(ownBooking.memberId, members.id),
        eq(ownBooking.state, 'BOOKED'),
      ),
    )
    .where(eq(members.id, placeholder('memberId')))
    .prepare('find_standing'),
);

/** Reads what the booking rules need, in one statement; null when the member no longer exists. */
export const findStanding = async (
  db: Tx,
  { memberId, meeting: { date, time }, key, now }: Asking,
): Promise<Standing | null> => {
  const [row] = await standingOf(db).execute({
    memberId,
    // No stored key is empty.
    key: key ?? '',
    date,
    slot: time,
    today: seoulDate(now),
    hour: String(seoulHour(now)).padStart(2, '0'),
  });
  if (row === undefined) return null;
  const { requestHash, keyedAt } = row;
  const claim = judgeClaim(row.claim, memberId, now);
  return {
    keyed:
      requestHash === null || keyedAt === null || row.keyedBooking === null
        ? null
        : { requestHash, createdAt: keyedAt, booking: row.keyedBooking },
    isTaken: claim === 'TAKEN',
    heldUntil: claim === 'MINE' ? (row.claim?.heldUntil ?? null) : null,
    own: row.ownBooking,
    futureBookings: row.futureBookings,
    bookingsOnDate: row.bookingsOnDate,
  };
};
