import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database, Db } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/ports/log.ts';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { startServer } from '#test/servers/server-process.ts';

export type DatabaseKind = 'embedded' | 'postgres';

export interface Site {
  readonly url: string;
  readonly pid: number;
  /** URL of its PostgreSQL; null when the database is the embedded one. */
  readonly databaseUrl: string | null;
  readonly databasePid: number | null;
  stop(): Promise<void>;
}

/**
 * Starts the built site on a new database that `fill` has populated. `exec` runs SQL without a statement timeout. `stop`
 * removes everything.
 */
export const openSite = async (
  kind: DatabaseKind,
  fill: (db: Db, exec: Database['exec'], dataDir: string) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<Site> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-bench-'));
  const postgres = kind === 'postgres' ? await startPostgresServer() : undefined;
  const databaseUrl = postgres === undefined ? '' : `${postgres.url}postgres`;
  const removeAll = async (): Promise<void> => {
    await postgres?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const database = await openDatabase({
      databaseUrl: databaseUrl === '' ? undefined : databaseUrl,
      dataDir,
      log: createLog('silent'),
    });
    await migrate(database);
    await fill(database.db, database.exec, dataDir);
    await database.close();
    const server = await startServer({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      // Trusts one proxy, so that X-Forwarded-For sets the client IP address.
      TRUST_PROXY: '1',
      SAMPLE_CONTENT: 'false',
      LOG_LEVEL: 'error',
      ...settings,
    });
    return {
      url: server.url,
      pid: server.pid,
      databaseUrl: postgres === undefined ? null : databaseUrl,
      databasePid: postgres?.pid() ?? null,
      stop: async () => {
        await server.stop();
        await removeAll();
      },
    };
  } catch (error) {
    await removeAll();
    throw error;
  }
};
