import { sql } from 'drizzle-orm';

/**
 * Returned as a column, it sets `synchronous_commit = off` for the whole transaction, which must therefore be one of its own. A
 * crash may lose the last of these writes: counts of calls, never a booking.
 */
export const asyncCommit = sql`set_config('synchronous_commit', 'off', true)`;
