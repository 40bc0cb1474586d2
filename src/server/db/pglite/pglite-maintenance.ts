import type { PGlite } from '@electric-sql/pglite';

const MAINTENANCE_INTERVAL_MS = 60_000;
const MAX_WAL_BYTES = 64 * 1024 * 1024;

const WAL_BYTES_SQL = `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`;

// As autovacuum would judge.
const TABLES_TO_VACUUM_SQL = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

/**
 * PostgreSQL inside our process has no others beside it: nobody writes checkpoints or vacuums unless we do. Without them
 * the write-ahead log grows without end, and with it the time to recover.
 */
export const runMaintenance = async (client: PGlite, maxLogBytes = MAX_WAL_BYTES): Promise<void> => {
  const { rows: tables } = await client.query<{ name: string }>(TABLES_TO_VACUUM_SQL);
  // One by one: other queries get their turn in between.
  for (const { name } of tables) await client.exec(`vacuum (analyze) ${name}`);
  const { rows } = await client.query<{ bytes: number }>(WAL_BYTES_SQL);
  if ((rows[0]?.bytes ?? 0) > maxLogBytes) await client.exec('checkpoint');
};

/** Tidies every minute; answers how to stop. */
export const startMaintenance = (client: PGlite): (() => void) => {
  let isBusy = false;
  const run = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      await runMaintenance(client);
    } catch {
      // Closed in between, or refused: the next minute tries again.
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void run(), MAINTENANCE_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
};
