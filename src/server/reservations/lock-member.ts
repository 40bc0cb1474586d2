import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { members } from '#server/db/schema.ts';

/** Serialises a member's bookings, holds and moves. Lock order: member, booking, claim. */
export const lockMember = async (tx: Pick<Db, 'select'>, memberId: string): Promise<void> => {
  await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('no key update');
};
