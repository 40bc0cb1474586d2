import { isBookableDate, isPastSlot } from '#contract/bookable-dates.ts';
import { refuse } from '#contract/errors.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { idempotencyKeys } from '#server/db/schema.ts';
import { bookSlot } from './book-slot.ts';
import type { Attempt } from './book-slot.ts';
import { hashBooking } from './booking-request.ts';
import { findStanding } from './find-standing.ts';
import { judgeBooking } from './judge-booking.ts';
import type { Verdict } from './judge-booking.ts';
import { lockMember } from './lock-member.ts';
import type { ReservationRow } from './present-reservation.ts';
import { drawReservationCode } from './reservation-code.ts';

/** So often a slot may be taken and freed again between a try and the question why it failed. */
const MOST_TRIES = 3;

/** Why a try booked nothing; throws the refusal. */
const judgeAnew = async (
  db: Pick<Db, 'select'>,
  { memberId, key, request, now }: Attempt,
): Promise<Exclude<Verdict, { kind: 'refuse' }>> => {
  const standing = await findStanding(db, { memberId, key, meeting: request, now });
  if (standing === null) throw refuse('UNAUTHENTICATED');
  const verdict = judgeBooking(standing, request, now);
  if (verdict.kind === 'refuse') throw verdict.refusal;
  return verdict;
};

/**
 * A key that was answered with a booking stands for it, though another key made it: also once it is cancelled. Null when that
 * happened just now.
 */
const keepKey = (db: Db, attempt: Attempt): Promise<ReservationRow | null> =>
  db.transaction(async (tx) => {
    const { memberId, key, request, now } = attempt;
    await lockMember(tx, memberId);
    const verdict = await judgeAnew(tx, attempt);
    if (verdict.kind === 'book') return null;
    const { booking, isKeyed } = verdict;
    if (isKeyed || key === null) return booking;
    const kept = { requestHash: hashBooking(request), reservationId: booking.id, createdAt: now };
    await tx
      .insert(idempotencyKeys)
      .values({ memberId, key, ...kept })
      .onConflictDoUpdate({ target: [idempotencyKeys.memberId, idempotencyKeys.key], set: kept });
    return booking;
  });

/** Null when nothing stands in the way any more. */
const findRepeated = async (db: Db, attempt: Attempt): Promise<ReservationRow | null> => {
  const verdict = await judgeAnew(db, attempt);
  if (verdict.kind === 'book') return null;
  return verdict.isKeyed || attempt.key === null ? verdict.booking : keepKey(db, attempt);
};

/**
 * Books a slot, or gives the booking again that this request, or an identical one of this member, made before. It is tried
 * first and asked about only if that fails: one round trip books, two refuse or repeat.
 */
export const createReservation = async (
  db: Db,
  attempt: Attempt,
  drawCode: () => string = drawReservationCode,
): Promise<ReservationRow> => {
  const { request, now } = attempt;
  const isInCalendar = isBookableDate(request.date, now) && !isPastSlot(request.date, request.time, now);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const booking = isInCalendar
      ? await retryTransaction(() => bookSlot(db, attempt, drawCode()), ['reservations_code_key'])
      : null;
    const answer = booking ?? (await retryTransaction(() => findRepeated(db, attempt)));
    if (answer !== null) return answer;
  }
  throw refuse('SLOT_TAKEN');
};
