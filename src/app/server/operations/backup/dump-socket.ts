import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '#platform/server/db/database.ts';
import { nameFullDisk } from '../describe-start-error.ts';
import { askServer, type OperatorRoute } from '../operator-socket.ts';
import { exportDatabase } from './export-database.ts';

const VERSION_HEADER = 'x-database-version';
export const DUMP_ROUTE = '/';
const DRAFT_PREFIX = 'dump-';

type DumpSource = Pick<Database, 'db' | 'kind'>;

/** Deletes what a killed server left. */
export const removeDumpDrafts = async (dataDir: string): Promise<void> => {
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(DRAFT_PREFIX));
  for (const name of left) await rm(join(dataDir, name), { force: true });
};

/** The route that sends a dump. Dumps run one after another, because each copies the whole database. */
export const createDumpRoute = (database: DumpSource, dataDir: string): OperatorRoute => {
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

/** Requests a dump from the running server; returns its PostgreSQL version, or null when no server listens. */
export const requestDump = async (
  dataDir: string,
  take: (dump: IncomingMessage) => Promise<void>,
): Promise<string | null> => {
  const response = await askServer(dataDir, DUMP_ROUTE);
  if (response === null) return null;
  await take(response);
  return decodeURIComponent(String(response.headers[VERSION_HEADER]));
};
