import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/env.ts';
import { nameFullDisk } from '../describe-start-error.ts';
import { closeAfter, openUnmigrated } from '../open-database.ts';
import { askServer, type OperatorRoute } from '../operator-socket.ts';
import type { BackupSource } from './create-backup.ts';
import { exportDatabase } from './export-database.ts';

const VERSION_HEADER = 'x-database-version';
export const DUMP_ROUTE = '/';
const DRAFT_PREFIX = 'dump-';

/** Deletes the dumps that a killed server left. */
export const removeDumpDrafts = async (dataDir: string): Promise<void> => {
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(DRAFT_PREFIX));
  for (const name of left) await rm(join(dataDir, name), { force: true });
};

/** The route that sends a dump. Its dumps run one after another, because each copies the whole database. */
export const createDumpRoute = (database: Pick<Database, 'db' | 'kind'>, dataDir: string): OperatorRoute => {
  let last = Promise.resolve();
  return (_, response) => {
    const send = async (): Promise<void> => {
      const file = join(dataDir, `${DRAFT_PREFIX}${randomUUID()}`);
      try {
        const version = await nameFullDisk(dataDir, exportDatabase(database, file));
        response.setHeader(VERSION_HEADER, encodeURIComponent(version));
        await pipeline(createReadStream(file), response);
      } finally {
        await rm(file, { force: true });
      }
    };
    const sent = last.then(send);
    last = sent.catch(() => undefined);
    return sent;
  };
};

/** Dumps a database that it opens for this, without the timeouts of requests: a dump is slow on a busy machine. */
const dumpApart = async (env: Env, file: string): Promise<string> =>
  closeAfter(await openUnmigrated(env), (database) => exportDatabase(database, file));

/** How the server dumps its database. It alone can open the embedded one. */
export const dumpFromServer =
  (env: Env, database: Database): BackupSource['dump'] =>
  (file) =>
    database.kind === 'embedded' ? exportDatabase(database, file) : dumpApart(env, file);

/** How a command dumps the database. The running server dumps its embedded database, which no other process can open. */
export const dumpFromCommand =
  (env: Env): BackupSource['dump'] =>
  async (file) => {
    const response = await askServer(env, DUMP_ROUTE);
    if (response === null) return dumpApart(env, file);
    await pipeline(response, createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }));
    return decodeURIComponent(String(response.headers[VERSION_HEADER]));
  };
