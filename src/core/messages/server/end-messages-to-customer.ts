import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/database.ts';
import { notifications } from './tables.ts';

/** How a message ends whose recipient's data was deleted. */
export const WITHDRAWN_END = { state: 'SUPERSEDED', resultCode: 'WITHDRAWN' } as const;

/**
 * Ends those of these messages to a customer that are queued, have an unknown result or failed, because the customer's data is being
 * deleted. Nobody has to look at them then.
 */
export const endMessagesToCustomer = async (tx: Tx, messages: SQL, now: Date): Promise<void> => {
  const isOpen = inArray(notifications.state, ['QUEUED', 'UNKNOWN', 'FAILED']);
  await tx
    .update(notifications)
    .set({ ...WITHDRAWN_END, settledAt: now, phone: null, pollAt: null })
    .where(and(messages, eq(notifications.recipient, 'CUSTOMER'), isOpen));
};
