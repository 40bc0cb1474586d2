import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/database.ts';
import { notifications } from './tables.ts';

/** How a message ends whose recipient has deleted their account. */
export const WITHDRAWN_END = { state: 'SUPERSEDED', resultCode: 'WITHDRAWN' } as const;

/** Ends the messages that have not reached a member, in the transaction that deletes the member. Nobody has to look at them. */
export const endMessagesOfMember = async (tx: Tx, memberId: string, now: Date): Promise<void> => {
  const isOpen = inArray(notifications.state, ['QUEUED', 'UNKNOWN', 'FAILED']);
  await tx
    .update(notifications)
    .set({ ...WITHDRAWN_END, settledAt: now, phone: null, pollAt: null })
    .where(and(eq(notifications.memberId, memberId), eq(notifications.recipient, 'CUSTOMER'), isOpen));
};
