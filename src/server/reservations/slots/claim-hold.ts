import { sql } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/database.ts';
import { isOffered } from '#server/reservations/hours/find-day-slots.ts';
import { findRefusal, refuseOverlap, replaceHoldOnConflict } from './claim-slot.ts';

interface Holder {
  readonly heldBy?: string;
  readonly guestHash?: Buffer;
  readonly guestNetwork?: Buffer | null;
  readonly guestPrefix?: Buffer | null;
}

/** Claims a slot for a holder without a hold. Throws SLOT_TAKEN, and SLOT_NOT_OFFERED when the date does not offer the slot. */
export const claimHold = async (
  tx: Pick<Db, 'execute' | '$count'>,
  { heldBy, guestHash, guestNetwork, guestPrefix }: Holder,
  { date, time }: { readonly date: string; readonly time: Slot },
  { now, heldUntil }: { readonly now: Date; readonly heldUntil: Date },
): Promise<void> => {
  const claim = tx.execute<{ is_offered: boolean }>(sql`
    insert into slot_claims (
      date, slot, kind, held_by, guest_hash, guest_network, guest_prefix, held_until, created_at
    )
    values (
      ${date}, ${time}, 'HELD', ${heldBy ?? null}, ${guestHash ?? null}, ${guestNetwork ?? null},
      ${guestPrefix ?? null}, ${heldUntil.toISOString()}, ${now.toISOString()}
    )
    ${replaceHoldOnConflict(now, 'EXPIRED')}
    returning ${isOffered(sql`slot_claims.date`, sql`slot_claims.slot`)} as is_offered
  `);
  const { rows } = await refuseOverlap(claim);
  if (rows[0] === undefined) throw await findRefusal(tx, { date, slot: time });
  if (!rows[0].is_offered) throw appError('SLOT_NOT_OFFERED');
};
