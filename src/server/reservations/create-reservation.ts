import { sql } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { idempotencyKeys } from '#server/db/schema.ts';
import { hashBooking } from './booking-request.ts';
import type { BookingRequest } from './booking-request.ts';
import { findStanding } from './find-standing.ts';
import { judgeBooking } from './judge-booking.ts';
import type { Standing } from './judge-booking.ts';
import { lockMember } from './lock-member.ts';
import type { ReservationRow } from './present-reservation.ts';
import { drawReservationCode } from './reservation-code.ts';

interface Attempt {
  readonly memberId: string;
  /** The Idempotency-Key, when one was sent. */
  readonly key: string | null;
  readonly request: BookingRequest;
  readonly now: Date;
}

const readStanding = (db: Pick<Db, 'select'>, { memberId, key, request, now }: Attempt) =>
  findStanding(db, { memberId, key, meeting: request, now });

interface Repeated {
  readonly booking: ReservationRow;
  /** This key does not stand for the booking yet. */
  readonly isKeyNew: boolean;
}

/** The booking to give again, or null when the slot may be claimed. */
const settle = (standing: Standing | null, { key, request, now }: Attempt): Repeated | null => {
  if (standing === null) throw refuse('UNAUTHENTICATED');
  const verdict = judgeBooking(standing, request, now);
  if (verdict.kind === 'refuse') throw verdict.refusal;
  if (verdict.kind === 'book') return null;
  return { booking: verdict.booking, isKeyNew: key !== null && !verdict.isByKey };
};

/**
 * A key that was answered with a booking stands for it from then on: sent once more after that booking was cancelled or
 * moved, it must not book a second time.
 */
const keepKey = async (
  tx: Pick<Db, 'insert'>,
  { memberId, key, request, now }: Attempt,
  reservationId: number,
): Promise<void> => {
  const kept = { requestHash: hashBooking(request), reservationId, createdAt: now };
  await tx
    .insert(idempotencyKeys)
    .values({ memberId, key: key ?? '', ...kept })
    .onConflictDoUpdate({ target: [idempotencyKeys.memberId, idempotencyKeys.key], set: kept });
};

/**
 * Claim, booking and key in one statement: the claim's primary key decides who owns the slot, and a booking is made from
 * a won claim only. The member's own hold becomes the booking's claim; so does one that is over. Foreign keys are checked
 * at the statement's end. Null when another owns the slot.
 */
const claimSlot = async (
  db: Pick<Db, 'execute'>,
  attempt: Attempt,
  code: string,
): Promise<ReservationRow | null> => {
  const { memberId, key, request, now } = attempt;
  const at = now.toISOString();
  const { rows } = await db.execute<{ id: number | string }>(sql`
    with won as (
      insert into slot_claims (date, slot, kind, reservation_id, created_at)
      values (${request.date}, ${request.time}, 'BOOKED', nextval('reservations_id_seq'), ${at})
      on conflict (date, slot) do update
        set kind = 'BOOKED', reservation_id = excluded.reservation_id, created_at = excluded.created_at,
          held_by = null, held_until = null
        where slot_claims.kind = 'HELD'
          and (slot_claims.held_by = ${memberId}::uuid or slot_claims.held_until <= excluded.created_at)
      returning reservation_id, date, slot
    ), made as (
      insert into reservations
        (id, code, member_id, shoot_type, date, slot, desired_shoot_date, location, notes, created_at)
      select reservation_id, ${code}, ${memberId}::uuid, ${request.shootType}, date, slot,
        ${request.desiredShootDate}, ${request.location}, ${request.notes}, ${at}::timestamptz
      from won
      returning id
    ), kept as (
      insert into idempotency_keys (member_id, key, request_hash, reservation_id, created_at)
      select ${memberId}::uuid, ${key}::text, ${hashBooking(request)}::bytea, id, ${at}::timestamptz
      from made where ${key}::text is not null
      on conflict (member_id, key) do update
        set request_hash = excluded.request_hash,
          reservation_id = excluded.reservation_id,
          created_at = excluded.created_at
    )
    select id from made
  `);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  const { shootType, date, time: slot, desiredShootDate, location, notes } = request;
  return {
    id: Number(id),
    code,
    memberId,
    guestName: null,
    guestPhone: null,
    state: 'BOOKED',
    shootType,
    date,
    slot,
    desiredShootDate,
    location,
    notes,
    createdAt: now,
  };
};

const bookUnderLock = (db: Db, attempt: Attempt, code: string): Promise<ReservationRow> =>
  db.transaction(async (tx) => {
    await lockMember(tx, attempt.memberId);
    const before = settle(await readStanding(tx, attempt), attempt);
    if (before?.isKeyNew) await keepKey(tx, attempt, before.booking.id);
    if (before !== null) return before.booking;
    const booking = await claimSlot(tx, attempt, code);
    if (booking === null) throw refuse('SLOT_TAKEN');
    return booking;
  });

/**
 * Books a slot, or gives the booking again that this request, or an identical one of this member, made before.
 * Most losers and nearly all repetitions end at the first statement, outside any transaction; a winner takes six round trips.
 */
export const createReservation = async (
  db: Db,
  attempt: Attempt,
  drawCode: () => string = drawReservationCode,
): Promise<ReservationRow> => {
  const before = settle(await readStanding(db, attempt), attempt);
  if (before !== null && !before.isKeyNew) return before.booking;
  return retryTransaction(() => bookUnderLock(db, attempt, drawCode()), ['reservations_code_key']);
};
