import type { Log } from '#server/ports/log.ts';
import type { Database } from './database.ts';
import { openPglite } from './pglite/open-pglite.ts';
import { openPostgres } from './postgres/open-postgres.ts';

interface OpenOptions {
  /** URL of a PostgreSQL server, version 15 or newer. Absent: the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
}

export const openDatabase = ({ databaseUrl, dataDir, log }: OpenOptions): Promise<Database> =>
  databaseUrl === undefined ? openPglite(dataDir) : openPostgres(databaseUrl, log);
