import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, readdir, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '#platform/server/db/database.ts';
import type { Log } from '#platform/server/ports/log.ts';
import { exportDatabase } from './export-database.ts';

const VERSION_HEADER = 'x-database-version';

/** Only one process can open the embedded database, so the running server dumps it over a socket in the data folder. */
const SOCKET_NAME = 'backup.sock';
// Systems truncate longer socket paths; this is the lowest limit.
const MAX_SOCKET_PATH_BYTES = 100;

const findSocket = (dataDir: string): string | null => {
  const path = join(dataDir, SOCKET_NAME);
  return Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES ? null : path;
};

const DRAFT_PREFIX = 'dump-';

type DumpSource = Pick<Database, 'db' | 'kind'>;

const removeLeftovers = async (dataDir: string): Promise<void> => {
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(DRAFT_PREFIX));
  for (const name of [...left, SOCKET_NAME]) await rm(join(dataDir, name), { force: true });
};

const sendDump = async (
  database: DumpSource,
  dataDir: string,
  send: (file: string, version: string) => Promise<void>,
): Promise<void> => {
  const file = join(dataDir, `${DRAFT_PREFIX}${randomUUID()}`);
  try {
    await send(file, await exportDatabase(database, file));
  } finally {
    await rm(file, { force: true });
  }
};

/** Serves dumps over the socket; returns how to stop. The server runs without it when the socket cannot be opened. */
export const serveDump = async (
  database: DumpSource,
  dataDir: string,
  log: Log,
): Promise<() => Promise<void>> => {
  // Dumps run one after another, because each copies the whole database.
  let last = Promise.resolve();
  const server = createServer((_, response) => {
    const send = async (file: string, version: string): Promise<void> => {
      response.setHeader(VERSION_HEADER, encodeURIComponent(version));
      await pipeline(createReadStream(file), response);
    };
    last = last
      .then(() => sendDump(database, dataDir, send))
      .catch((err: unknown) => {
        log.error({ event: 'dump_failed', err });
        if (!response.headersSent) response.statusCode = 500;
        response.end();
      });
  });
  try {
    const path = findSocket(dataDir);
    if (path === null) throw new Error('the path of the data folder is too long for a socket');
    // A killed server leaves its socket and drafts behind.
    await removeLeftovers(dataDir);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    await chmod(path, 0o600);
  } catch (err) {
    log.warn({ event: 'dump_not_offered', err });
  }
  return async () => {
    // A stalled reader must not delay the shutdown.
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    server.closeAllConnections();
    await Promise.all([closed, last]);
  };
};

const requestSocket = (path: string): Promise<IncomingMessage | null> =>
  new Promise((resolve, reject) => {
    const asked = request({ socketPath: path, path: '/' }, resolve);
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
      else reject(error);
    });
    asked.end();
  });

/** Requests a dump from the running server; returns its PostgreSQL version, or null when no server is running. */
export const requestDump = async (
  dataDir: string,
  take: (dump: IncomingMessage) => Promise<void>,
): Promise<string | null> => {
  const path = findSocket(dataDir);
  const response = path === null ? null : await requestSocket(path);
  if (response === null) return null;
  if (response.statusCode !== 200) throw new Error('the server could not dump its database');
  await take(response);
  return decodeURIComponent(String(response.headers[VERSION_HEADER]));
};
