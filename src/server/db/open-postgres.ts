import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '#server/log.ts';
import { SettingsError } from '#server/env.ts';
import type { Database } from './connection.ts';
import * as schema from './schema.ts';

const POOL_SIZE = 10;
const OLDEST_VERSION = 150_000;

// Losers of one slot wait for its winner's commit, sixty at most on ten connections: far below these limits.
const limits = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 3_000,
  lock_timeout: 1_000,
  idle_in_transaction_session_timeout: 5_000,
};

// As the embedded database gives them: ids and counts stay far below 2^53. The query builder reads the driver's own table
// of parsers, so a pool's could not say it; dates it leaves as text itself.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const assertVersion = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  );
  if (Number(rows[0]?.version) < OLDEST_VERSION) throw new SettingsError('PostgreSQL 15 이상이 필요합니다.');
};

export const openPostgres = async (databaseUrl: string, log: Log): Promise<Database> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE, keepAlive: true, ...limits });
  // An idle connection that dies is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  try {
    await assertVersion(pool);
  } catch (error) {
    await pool.end();
    if (error instanceof SettingsError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`DATABASE_URL의 데이터베이스에 연결할 수 없습니다: ${reason}`);
  }
  return {
    db: drizzle({ client: pool, schema }),
    kind: 'postgres',
    exec: async (statements) => void (await pool.query(statements)),
    close: () => pool.end(),
  };
};
