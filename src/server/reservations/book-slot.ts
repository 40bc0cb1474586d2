import { sql } from 'drizzle-orm';
import { seoulDate, seoulHour } from '#contract/seoul-time.ts';
import type { Db } from '#server/db/connection.ts';
import { prepared } from '#server/db/prepared.ts';
import { hashBooking } from './booking-request.ts';
import type { BookingRequest } from './booking-request.ts';
import { KEY_LIFETIME } from './idempotency-key.ts';
import { MAX_BOOKINGS_A_DATE, MAX_FUTURE_BOOKINGS } from './judge-booking.ts';
import type { ReservationRow } from './present-reservation.ts';

export interface Attempt {
  readonly memberId: string;
  /** The Idempotency-Key, when one was sent. */
  readonly key: string | null;
  readonly request: BookingRequest;
  readonly now: Date;
}

const { placeholder } = sql;

// The function of `0009-in-one-statement.sql`.
const booked = prepared((db) =>
  db
    .select({ id: sql<number | null>`id` })
    .from(
      sql`book_slot(
        ${placeholder('memberId')}, ${placeholder('date')}, ${placeholder('slot')}, ${placeholder('now')},
        ${placeholder('code')}, ${placeholder('shootType')}, ${placeholder('desiredShootDate')},
        ${placeholder('location')}, ${placeholder('notes')},
        ${placeholder('key')}, ${placeholder('requestHash')}, ${placeholder('keysSince')},
        ${placeholder('today')}, ${placeholder('hour')},
        ${sql.raw(String(MAX_FUTURE_BOOKINGS))}, ${sql.raw(String(MAX_BOOKINGS_A_DATE))}
      ) as id`,
    )
    .prepare('book_slot'),
);

/**
 * Claim, booking and key in one statement, under the member's lock. Null, and nothing is written, when the slot is another's, the
 * member is at a limit or gone, or the key stands for something already. The caller has looked at the calendar: no slot of the
 * past may come here.
 */
export const bookSlot = async (
  db: Pick<Db, 'select'>,
  { memberId, key, request, now }: Attempt,
  code: string,
): Promise<ReservationRow | null> => {
  const { shootType, date, time: slot, desiredShootDate, location, notes } = request;
  const asked = { memberId, code, shootType, date, slot, desiredShootDate, location, notes };
  const [row] = await booked(db).execute({
    ...asked,
    key,
    requestHash: hashBooking(request),
    keysSince: new Date(now.getTime() - KEY_LIFETIME).toISOString(),
    now: now.toISOString(),
    today: seoulDate(now),
    hour: String(seoulHour(now)).padStart(2, '0'),
  });
  const id = row?.id ?? null;
  if (id === null) return null;
  return { ...asked, id, guestName: null, guestPhone: null, state: 'BOOKED', createdAt: now };
};
