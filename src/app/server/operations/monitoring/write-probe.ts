import { sql } from 'drizzle-orm';
import { SECOND_MS } from '#platform/contract/durations.ts';
import type { Deps } from '#platform/server/deps.ts';

/** The server itself needs this much to start and to stop. */
export const MIN_FREE_BYTES = 20_000_000;
/** Requests of `/healthz` within this time share one probe, because it writes to the disk. */
const PROBE_INTERVAL_MS = 5 * SECOND_MS;

const probe = async ({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<string | null> => {
  try {
    const free = await storage.freeBytes?.();
    if (free !== undefined && free < MIN_FREE_BYTES) return `disk_full: ${free} bytes are free`;
    await db.transaction(async (tx) => {
      // The write-ahead log usually goes to existing files, so a full disk is only noticed by a new file: that of a sort.
      await tx.execute(sql`set local work_mem = '64kB'`);
      await tx.execute(sql`
        select count(*) from (select number from generate_series(1, 20000) number order by number desc) sorted
      `);
      // Written to the write-ahead log only, and flushed by the commit.
      await tx.execute(sql`select pg_logical_emit_message(true, 'healthz', '')`);
    });
    return null;
  } catch {
    return 'database_cannot_write';
  }
};

/** Creates a function that resolves to the failure that it found, or to null. */
export const createWriteProbe = (deps: Pick<Deps, 'db' | 'storage'>): (() => Promise<string | null>) => {
  let last: Promise<string | null> | undefined;
  let repeatAt = 0;
  return () => {
    if (last === undefined || performance.now() >= repeatAt) {
      repeatAt = performance.now() + PROBE_INTERVAL_MS;
      last = probe(deps);
    }
    return last;
  };
};
