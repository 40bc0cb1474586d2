import { and, eq, exists, gt } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/database.ts';
import type { SessionCreated } from '#platform/server/hooks.ts';
import { slotClaims } from '../tables.ts';

/** Makes an active hold of a guest the member's, in place of the hold that the member has. */
export const adoptGuestHold = async (tx: Tx, { memberId, guestHash, now }: SessionCreated): Promise<void> => {
  if (guestHash === null) return;
  const isActive = and(eq(slotClaims.guestHash, guestHash), gt(slotClaims.heldUntil, now));
  const adopted = tx.select({ slot: slotClaims.slot }).from(slotClaims).where(isActive);
  await tx.delete(slotClaims).where(and(eq(slotClaims.heldBy, memberId), exists(adopted)));
  await tx
    .update(slotClaims)
    .set({ heldBy: memberId, guestHash: null, guestNetwork: null, guestPrefix: null })
    .where(isActive);
};
