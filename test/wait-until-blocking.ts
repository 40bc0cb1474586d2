import { sql } from 'drizzle-orm';
import { expect, inject } from 'vitest';
import type { Tx } from '#platform/server/db/database.ts';

const BLOCKED = sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;

/**
 * Waits until another transaction waits for a lock of this one. The embedded database has one connection, so that the other transaction
 * is queued behind this one anyway.
 */
export const waitUntilBlocking = async (tx: Tx): Promise<void> => {
  if (inject('testDatabase').kind !== 'postgres') return;
  await expect.poll(async () => (await tx.execute(BLOCKED)).rows.length).toBeGreaterThan(0);
};
