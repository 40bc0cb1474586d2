import { createHash } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import type { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import { isBookableDate, isPastSlot } from '#contract/bookable-dates.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { idempotencyKeys, reservations } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import type { Tx } from './change-booking.ts';
import { takeSlot } from './claim-slot.ts';
import { KEY_LIFETIME } from './idempotency-key.ts';
import { lockMember } from './lock-member.ts';
import { drawReservationCode } from './reservation-code.ts';

/** What was said on the phone: checked and normalised. */
export type GuestRequest = BodyOf<typeof adminReservationEndpoints.createGuestReservation>;

interface Attempt {
  readonly request: GuestRequest;
  /** The Idempotency-Key, when one was sent. */
  readonly key: string | null;
  readonly change: Change;
}

const hashRequest = (request: GuestRequest): Buffer => {
  const { guestName, phoneNumber, shootType, date, time, desiredShootDate, location, notes } = request;
  // Marked, so that a member's booking under the same key never passes for it.
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

/** The booking that this request made before; null when it is the first of its key. */
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

const insertBooking = async (
  tx: Tx,
  { request, change: { now } }: Attempt,
  code: string,
): Promise<number> => {
  const { guestName, phoneNumber, time: slot, ...rest } = request;
  const [booking] = await tx
    .insert(reservations)
    .values({ ...rest, code, slot, guestName, guestPhone: phoneNumber ?? null, createdAt: now })
    .returning({ id: reservations.id });
  if (booking === undefined) throw new Error('no booking was inserted');
  const isWon = await takeSlot(tx, { date: request.date, slot }, booking.id, now, 'STUDIO');
  if (!isWon) throw refuse('SLOT_TAKEN');
  return booking.id;
};

const keepKey = async (tx: Tx, { request, key, change }: Attempt, reservationId: number): Promise<void> => {
  if (key === null) return;
  const kept = { requestHash: hashRequest(request), reservationId, createdAt: change.now };
  await tx
    .insert(idempotencyKeys)
    .values({ memberId: change.member.id, key, ...kept })
    .onConflictDoUpdate({ target: [idempotencyKeys.memberId, idempotencyKeys.key], set: kept });
};

const bookUnderLock = (db: Db, attempt: Attempt, code: string): Promise<number> =>
  db.transaction(async (tx) => {
    const { request, change } = attempt;
    // Requests of one admin queue here, so that a key sent twice at once is one booking.
    await lockMember(tx, change.member.id);
    const before = await findRepeated(tx, attempt);
    if (before !== null) return before;
    if (!isBookableDate(request.date, change.now)) throw refuse('DATE_UNAVAILABLE');
    if (isPastSlot(request.date, request.time, change.now)) throw refuse('SLOT_PAST');
    const id = await insertBooking(tx, attempt, code);
    await keepKey(tx, attempt, id);
    await recordAudit(tx, change, {
      action: 'CREATE_GUEST_RESERVATION',
      target: `reservation:${id}`,
      after: { shootType: request.shootType, date: request.date, slot: request.time },
    });
    return id;
  });

/**
 * Enters a booking that was taken by phone or message. It claims its slot like every other; the limits of members are not
 * for it. Answers its id, also to a repetition.
 */
export const createGuestReservation = (db: Db, attempt: Attempt): Promise<number> =>
  retryTransaction(() => bookUnderLock(db, attempt, drawReservationCode()), ['reservations_code_key']);
