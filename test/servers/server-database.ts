import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '#platform/server/db/database.ts';
import { openPglite } from '#platform/server/db/pglite/open-pglite.ts';

/** A migrated database for a server process. */
export interface ServerDatabase {
  /** Environment variables that make a server use the database. */
  readonly env: Record<string, string>;
  /** Opens the database while no server runs, because only one process can open the embedded database. */
  withDb<T>(work: (db: Db) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

const createDataDir = (root = tmpdir()): Promise<string> => mkdtemp(join(root, 'sajingwan-storm-'));

export const createPgliteServerDatabase = async (
  template?: string,
  root?: string,
): Promise<ServerDatabase> => {
  const dataDir = await createDataDir(root);
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: '' },
    withDb: async (work) => {
      const database = await openPglite(dataDir, template);
      try {
        return await work(database.db);
      } finally {
        await database.close();
      }
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
};

export const wrapPostgresDatabase = async (
  database: Database,
  serverUrl: string,
): Promise<ServerDatabase> => {
  const dataDir = await createDataDir();
  const { rows } = await database.db.execute<{ name: string }>(sql`select current_database() as name`);
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: new URL(rows[0]?.name ?? '', serverUrl).href },
    withDb: (work) => work(database.db),
    remove: async () => {
      await rm(dataDir, { recursive: true, force: true });
      await database.close();
    },
  };
};
