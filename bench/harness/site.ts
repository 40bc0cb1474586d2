import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/db/connection.ts';
import type { Db } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/log.ts';
import { findFreePort } from '#test/free-port.ts';
import { startPostgresServer } from '#test/postgres-server.ts';

export type DatabaseKind = 'embedded' | 'postgres';

export interface Site {
  readonly url: string;
  stop(): Promise<void>;
}

const READY_WITHIN = 60_000;

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
};

/** The built server as a process of its own; the database's own settings, and one proxy in front that tells addresses. */
const startServer = async (dataDir: string, databaseUrl: string): Promise<Site> => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: '1',
      RATE_LIMITS: 'on',
      SMS_PROVIDER: 'outbox',
      SAMPLE_CONTENT: 'false',
      LOG_LEVEL: 'error',
    },
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const deadline = Date.now() + READY_WITHIN;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the server did not start');
    await sleep(50);
  }
  return {
    url,
    stop: async () => {
      process.off('exit', kill);
      const isClosed = once(child, 'close');
      child.kill('SIGTERM');
      await isClosed;
    },
  };
};

/** The built site on a database of its own that `fill` has written into; all of it goes when it stops. */
export const openSite = async (kind: DatabaseKind, fill: (db: Db) => Promise<void>): Promise<Site> => {
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
    await fill(database.db);
    await database.close();
    const server = await startServer(dataDir, databaseUrl);
    return {
      url: server.url,
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
