import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../ports/log.ts';
import type { Database } from './database.ts';
import { DataDirInUseError } from './pglite/data-dir-lock.ts';
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

// More than ten seconds: Docker doubles its delay before each restart of a container that ran for less.
const MAX_WAIT_MS = 15_000;
const RETRY_DELAY_MS = 250;

/**
 * Opens the database, and waits while another process uses the data folder: when a container is replaced, the new one may start before the
 * old one has stopped. Throws a `DataDirInUseError` after about 15 s.
 */
export const openWhenFree = async (
  options: OpenOptions,
  print: (line: string) => void,
): Promise<Database> => {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openDatabase(options);
    } catch (error) {
      if (!(error instanceof DataDirInUseError) || performance.now() > deadline) throw error;
      if (attempt === 1)
        print(
          `${error.message}\n그 서버가 꺼지면 바로 시작합니다. ${MAX_WAIT_MS / 1_000}초 동안 기다립니다.`,
        );
      await sleep(RETRY_DELAY_MS);
    }
  }
};
