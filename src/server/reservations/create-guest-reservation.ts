import { createHash } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import type { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import { isBookableDate, isPastSlot } from '#contract/bookable-dates.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { idempotencyKeys } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import { KEY_LIFETIME, saveIdempotencyKey } from './idempotency-key.ts';
import { insertReservation } from './insert-reservation.ts';
import { lockMember } from './lock-member.ts';
import { drawReservationCode } from './reservation-code.ts';

type GuestRequest = BodyOf<typeof adminReservationEndpoints.createGuestReservation>;

interface Attempt {
  readonly request: GuestRequest;
  readonly key: string | null;
  readonly change: Change;
}

const hashRequest = (request: GuestRequest): Buffer => {
  const { guestName, phoneNumber, shootType, date, time, desiredShootDate, location, notes } = request;
  // Marked, so that a member's booking never matches it.
  const fields = [
    'guest',
    guestName,
    phoneNumber ?? '',
    shootType,
    date,
    time,
    desiredShootDate,
    location,
    notes,
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
};

const findRepeated = async (tx: Tx, { request, key, change }: Attempt): Promise<number | null> => {
  if (key === null) return null;
  const isAlive = gt(idempotencyKeys.createdAt, new Date(change.now.getTime() - KEY_LIFETIME));
  const [kept] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.memberId, change.member.id), eq(idempotencyKeys.key, key), isAlive));
  if (kept === undefined) return null;
  if (!kept.requestHash.equals(hashRequest(request))) throw refuse('KEY_REUSED');
  return kept.reservationId;
};

const bookUnderLock = (db: Db, attempt: Attempt, code: string): Promise<number> =>
  db.transaction(async (tx) => {
    const { request, key, change } = attempt;
    // Serialises requests of one admin, so that a key sent twice is one booking.
    await lockMember(tx, change.member.id);
    const before = await findRepeated(tx, attempt);
    if (before !== null) return before;
    if (!isBookableDate(request.date, change.now)) throw refuse('DATE_UNAVAILABLE');
    if (isPastSlot(request.date, request.time, change.now)) throw refuse('SLOT_PAST');
    const { guestName, phoneNumber: guestPhone = null, time: slot, ...meeting } = request;
    const { id } = await insertReservation(
      tx,
      { ...meeting, slot, code, guestName, guestPhone, createdAt: change.now },
      'STUDIO',
    );
    if (key !== null) {
      const kept = { requestHash: hashRequest(request), reservationId: id, createdAt: change.now };
      await saveIdempotencyKey(tx, { memberId: change.member.id, key, ...kept });
    }
    await recordAudit(tx, change, {
      action: 'CREATE_GUEST_RESERVATION',
      target: `reservation:${id}`,
      after: { shootType: request.shootType, date: request.date, slot: request.time },
    });
    return id;
  });

/** Enters a booking that was taken by phone, without a member's limits. Answers its id, also to a repetition. */
export const createGuestReservation = (db: Db, attempt: Attempt): Promise<number> =>
  retryTransaction(() => bookUnderLock(db, attempt, drawReservationCode()), ['reservations_code_key']);
