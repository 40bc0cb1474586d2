import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openPostgres } from '#server/db/postgres/open-postgres.ts';
import { createLog } from '#server/ports/log.ts';
import { borrowPglite } from './pglite-pool.ts';

const log = createLog('silent');

// Tests may run on a busy machine, so database timeouts are as long as the test timeout.
const relaxedTimeouts = {
  connectionTimeoutMillis: 300_000,
  statement_timeout: 300_000,
  lock_timeout: 300_000,
  idle_in_transaction_session_timeout: 300_000,
  query_timeout: 300_000,
};

/** Runs a statement on a connection without the app's timeouts, because creating or dropping a database may be slow. */
const execOnServer = async (serverUrl: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: new URL('postgres', serverUrl).href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Creates a migrated, empty database of the project's kind for one test file. Close it at the end. */
export const createTestDatabase = async (): Promise<Database> => {
  const source = inject('testDatabase');
  if (source.kind === 'embedded') return borrowPglite(source);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await execOnServer(source.serverUrl, `create database ${name} template ${source.template}`);
  const database = await openPostgres(new URL(name, source.serverUrl).href, log, relaxedTimeouts);
  return {
    ...database,
    close: async () => {
      await database.close();
      await execOnServer(source.serverUrl, `drop database ${name} with (force)`);
    },
  };
};
