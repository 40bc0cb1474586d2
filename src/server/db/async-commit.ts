import { sql } from 'drizzle-orm';

/**
 * A column expression that sets `synchronous_commit = off` for the current transaction when a statement returns it. Use it only in
 * a statement that runs as its own transaction, because a crash can lose the last of these writes: rate counters, never
 * reservations.
 */
export const asyncCommit = sql`set_config('synchronous_commit', 'off', true)`;
