import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openPostgres } from '#platform/server/db/postgres/open-postgres.ts';
import { createLog } from '#platform/server/ports/log.ts';
import type { ReusableDatabase } from './database-pool.ts';

interface PostgresSource {
  readonly serverUrl: string;
  readonly template: string;
}

const log = createLog('silent');

// Tests may run on a busy machine, so database timeouts are as long as the test timeout.
const relaxedTimeouts = {
  connectionTimeoutMillis: 300_000,
  statement_timeout: 300_000,
  lock_timeout: 300_000,
  idle_in_transaction_session_timeout: 300_000,
  query_timeout: 300_000,
};

/** Connects without the app's timeouts, because creating or dropping a database may be slow. */
const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const END_OTHER_CONNECTIONS_SQL = `
  select pg_terminate_backend(pid, 60000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Creates a database from the migrated one. Every borrower has connections of its own. */
export const createReusablePostgres = async ({
  serverUrl,
  template,
}: PostgresSource): Promise<ReusableDatabase> => {
  const root = new URL('postgres', serverUrl).href;
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  const url = new URL(name, serverUrl).href;
  await withClient(root, (client) => client.query(`create database ${name} template ${template}`));
  return {
    open: async (onClose) => {
      const database = await openPostgres(url, log, relaxedTimeouts);
      return {
        ...database,
        close: async () => {
          await database.close();
          await onClose();
        },
      };
    },
    withConnection: (work) =>
      withClient(url, async (client) => {
        await client.query(END_OTHER_CONNECTIONS_SQL);
        return work({ query: (text) => client.query(text), exec: (text) => client.query(text) });
      }),
    drop: async () => {
      await withClient(root, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
};
