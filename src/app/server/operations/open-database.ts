import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#platform/server/db/database.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDatabase } from '#platform/server/db/open-database.ts';
import { openPglite } from '#platform/server/db/pglite/open-pglite.ts';
import { openPostgres, noTimeouts } from '#platform/server/db/postgres/open-postgres.ts';
import type { Env } from '#platform/server/env.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { createStorage } from '#platform/server/ports/storage/create-storage.ts';
import type { Storage } from '#platform/server/ports/storage/storage.ts';

/** Whether there is a database to open: the first start creates the embedded one. */
export const hasDatabase = ({ databaseUrl, dataDir }: Env): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'db'));

export const closeAfter = async <T>(
  database: Database,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

/** Opens and migrates the database as the server does; fails while a server uses the embedded one. */
export const withDatabase = async <T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> => {
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  return closeAfter(await openDatabase({ ...env, log: createLog('warn') }), async (database) => {
    await migrate(database);
    return work(database);
  });
};

/**
 * Opens the database without migrating it. A missing embedded database becomes a copy of `template` if that is
 * current, or else an empty one.
 */
export const openUnmigrated = (
  { databaseUrl, dataDir }: Env,
  log = createLog('warn'),
  template?: string,
): Promise<Database> =>
  databaseUrl === undefined ? openPglite(dataDir, template) : openPostgres(databaseUrl, log, noTimeouts);

/** Opens the photo storage with a secret of zeros, because no command signs uploads. */
export const openStorage = ({ storage, dataDir }: Env, log = createLog('warn')): Promise<Storage> =>
  createStorage(storage, { dataDir, authSecret: new Uint8Array(32), log });
