import type { PGlite } from '@electric-sql/pglite';

const MAINTENANCE_INTERVAL_MS = 60_000;
const MAX_WAL_BYTES = 64 * 1024 * 1024;

const WAL_BYTES_SQL = `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`;

// The default thresholds of autovacuum, without the one for inserts.
const TABLES_TO_VACUUM_SQL = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

/**
 * Vacuums and writes checkpoints, because PGlite runs no background processes. Without checkpoints the write-ahead log and the
 * recovery time grow without bound.
 */
export const runMaintenance = async (client: PGlite, maxWalBytes = MAX_WAL_BYTES): Promise<void> => {
  const { rows: tables } = await client.query<{ name: string }>(TABLES_TO_VACUUM_SQL);
  // One statement per table, so that other queries can run in between.
  for (const { name } of tables) await client.exec(`vacuum (analyze) ${name}`);
  const { rows } = await client.query<{ bytes: number }>(WAL_BYTES_SQL);
  if ((rows[0]?.bytes ?? 0) > maxWalBytes) await client.exec('checkpoint');
};

/** Runs the maintenance every minute. Returns a function that stops it. */
export const startMaintenance = (client: PGlite): (() => void) => {
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    // Fails when the database was closed, or a statement failed, which the next run retries.
    await runMaintenance(client).catch(() => undefined);
    isRunning = false;
  };
  const timer = setInterval(() => void run(), MAINTENANCE_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
};
