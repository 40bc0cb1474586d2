import { sql } from 'drizzle-orm';

/**
 * Among what a statement returns: its transaction does not wait for the disk, all of it, so it must be one of its own. What was
 * counted since the last transaction that waited may be lost with the power, embedded with the process too: a count is no booking.
 */
export const hurry = sql`set_config('synchronous_commit', 'off', true)`;
