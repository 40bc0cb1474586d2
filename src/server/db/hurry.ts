import { sql } from 'drizzle-orm';

/**
 * Among what a statement returns: its transaction alone does not wait for the disk. A power cut may take back what was counted in
 * the second before, and a count is no booking.
 */
export const hurry = sql`set_config('synchronous_commit', 'off', true)`;
