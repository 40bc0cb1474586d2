import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/database.ts';
import { definePrepared } from '#platform/server/db/define-prepared.ts';
import { members } from './tables.ts';

const lock = definePrepared((db) =>
  db
    .select({ id: members.id })
    .from(members)
    .where(eq(members.id, sql.placeholder('memberId')))
    .for('no key update')
    .prepare('lock_member'),
);

/** Locks a member's row to serialise their new reservations, holds, moves and picture uploads. Lock order: member, reservation, claim. */
export const lockMember = async (tx: Tx, memberId: string): Promise<void> => {
  await lock(tx).execute({ memberId });
};
