import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { HOLD_MINUTES } from '#contract/reservations.ts';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { slotClaims } from '#server/db/schema.ts';
import { takeOver } from './claim-slot.ts';
import { findStanding } from './find-standing.ts';
import { findRefusal } from './judge-booking.ts';
import type { Standing } from './judge-booking.ts';
import { lockMember } from './lock-member.ts';

interface HoldRequest {
  readonly memberId: string;
  readonly meeting: { readonly date: string; readonly time: Slot };
  readonly now: Date;
}

/** When the hold ends that this member has on the slot already; null when it may be claimed. */
const settle = (standing: Standing | null, { meeting, now }: HoldRequest): Date | null => {
  if (standing === null) throw refuse('UNAUTHENTICATED');
  const refusal = findRefusal(standing, meeting, now);
  if (refusal !== null) throw refusal;
  return standing.heldUntil;
};

/** Claims the slot by the key that bookings and blocks claim by. */
const claimHold = async (
  tx: Pick<Db, 'execute'>,
  { memberId, meeting, now }: HoldRequest,
  heldUntil: Date,
): Promise<boolean> => {
  const at = now.toISOString();
  const { rows } = await tx.execute(sql`
    insert into slot_claims (date, slot, kind, held_by, held_until, created_at)
    values (${meeting.date}, ${meeting.time}, 'HELD', ${memberId}, ${heldUntil.toISOString()}, ${at})
    ${takeOver(now, memberId)}
    returning 1
  `);
  return rows.length > 0;
};

const holdUnderLock = (db: Db, request: HoldRequest): Promise<Date> =>
  db.transaction(async (tx) => {
    await lockMember(tx, request.memberId);
    const before = settle(await findStanding(tx, request), request);
    if (before !== null) return before;
    // One hold for each member: the former, on another slot, goes.
    await tx.delete(slotClaims).where(eq(slotClaims.heldBy, request.memberId));
    const heldUntil = new Date(request.now.getTime() + HOLD_MINUTES * 60_000);
    if (!(await claimHold(tx, request, heldUntil))) throw refuse('SLOT_TAKEN');
    return heldUntil;
  });

/**
 * Claims a slot for a member who fills the form; resolves to when that ends. Asked again, in another tab, it is the same
 * hold with the same end, so that a forgotten tab keeps nothing. Who gives it back and asks again begins anew: that is
 * bounded by how often a member may ask, and the studio takes the slot whenever it wants to. Refuses as a booking would.
 */
export const holdSlot = async (db: Db, request: HoldRequest): Promise<Date> => {
  const before = settle(await findStanding(db, request), request);
  return before ?? retryTransaction(() => holdUnderLock(db, request));
};

/** Gives a hold back; harmless when the member has none on this slot. */
export const releaseSlot = async (
  db: Db,
  { memberId, meeting }: Pick<HoldRequest, 'memberId' | 'meeting'>,
): Promise<void> => {
  const { date, time } = meeting;
  const isThis = and(eq(slotClaims.date, date), eq(slotClaims.slot, time), eq(slotClaims.heldBy, memberId));
  await retryTransaction(async () => void (await db.delete(slotClaims).where(isThis)));
};
