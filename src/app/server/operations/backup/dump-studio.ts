import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Database } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/env.ts';
import { openUnmigrated } from '../open-database.ts';
import type { BackupSource } from './create-backup.ts';
import { requestDump } from './dump-socket.ts';
import { exportDatabase } from './export-database.ts';

/** Dumps a database that it opens for this, without the timeouts of requests: a dump is slow on a busy machine. */
const dumpApart = async (env: Env, file: string): Promise<string> => {
  const database = await openUnmigrated(env);
  try {
    return await exportDatabase(database, file);
  } finally {
    await database.close();
  }
};

/** How the server dumps its database. It alone can open the embedded one. */
export const dumpFromServer =
  (env: Env, database: Database): BackupSource['dump'] =>
  (file) =>
    database.kind === 'embedded' ? exportDatabase(database, file) : dumpApart(env, file);

/** How a command dumps the database. The running server dumps its embedded database, which no other process can open. */
export const dumpFromCommand =
  (env: Env): BackupSource['dump'] =>
  async (file) => {
    if (env.databaseUrl === undefined) {
      const take = createWriteStream.bind(null, file, { mode: 0o600, flags: 'wx', flush: true });
      const version = await requestDump(env.dataDir, (dump) => pipeline(dump, take()));
      if (version !== null) return version;
    }
    return dumpApart(env, file);
  };
