import { sql } from 'drizzle-orm';

/**
 * Selected as a column, it sets `synchronous_commit = off` for the whole transaction, so it must be used in a transaction of its own.
 * A crash may lose the last of these writes, so it is used for rate limit counters only.
 */
export const asyncCommit = sql`set_config('synchronous_commit', 'off', true)`;
