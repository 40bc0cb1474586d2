import { and, eq } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/database.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import { slotClaims } from '#server/db/schema.ts';
import { claimHold } from './claim.ts';
import { findBookingContext, findViolation } from '#server/reservations/booking/policy.ts';
import { lockMember } from '#server/reservations/booking/book.ts';

interface HoldRequest {
  readonly memberId: string;
  readonly meeting: { readonly date: string; readonly time: Slot };
  readonly now: Date;
}

export interface Hold {
  readonly heldUntil: Date;
  /** Its whole length. */
  readonly minutes: number;
}

/**
 * Holds a slot for a member; resolves to its end. A repeated call keeps the first end, so that a forgotten tab cannot extend it.
 * Throws the same errors as a reservation.
 */
export const holdSlot = (db: Db, request: HoldRequest): Promise<Hold> =>
  db.transaction(async (tx) => {
    const [, context] = await Promise.all([
      lockMember(tx, request.memberId),
      findBookingContext(tx, request),
    ]);
    if (context === null) throw appError('UNAUTHENTICATED');
    const { now, meeting } = request;
    const refusal = findViolation(context, meeting, now);
    if (refusal !== null) throw refusal;
    const minutes = context.rules.holdMinutes;
    if (context.heldUntil !== null) return { heldUntil: context.heldUntil, minutes };
    // A member has one hold at a time.
    await tx.delete(slotClaims).where(eq(slotClaims.heldBy, request.memberId));
    const heldUntil = new Date(now.getTime() + minutes * 60_000);
    await claimHold(tx, { heldBy: request.memberId }, meeting, { now, heldUntil });
    return { heldUntil, minutes };
  });

/** The member, or the guest by the hash of their cookie. */
type Holder = { readonly memberId: string } | { readonly guestHash: Buffer };

/** Releases the holder's hold of the slot, idempotently. */
export const releaseHold = async (
  db: Db,
  holder: Holder,
  { date, time }: HoldRequest['meeting'],
): Promise<void> => {
  const isOwn =
    'memberId' in holder
      ? eq(slotClaims.heldBy, holder.memberId)
      : eq(slotClaims.guestHash, holder.guestHash);
  const isThis = and(eq(slotClaims.date, date), eq(slotClaims.slot, time), isOwn);
  await retryTransaction(async () => void (await db.delete(slotClaims).where(isThis)));
};
