import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sections } from '#app/server/features.ts';
import { seedSections } from '#core/content/server/seed-sections.ts';
import type { PhotosByCategory } from '#core/files/contract/photos.ts';
import type { Db } from '#platform/server/db/database.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDatabase } from '#platform/server/db/open-database.ts';
import { readEnv } from '#platform/server/env.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { startServer } from '#test/servers/server-process.ts';

export type DatabaseKind = 'embedded' | 'postgres';

export interface Site {
  readonly kind: DatabaseKind;
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** URL of its PostgreSQL; null when the database is the embedded one. */
  readonly databaseUrl: string | null;
  readonly databasePid: number | null;
  stop(): Promise<void>;
}

/** Creates a folder that `defer` deletes. */
export const createTempDir = async (defer: (remove: () => Promise<void>) => void): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-bench-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

type Fill<Filled> = (db: Db, dataDir: string) => Promise<Filled>;

/** Migrates a new database, publishes the first content, to whose categories all rows refer, and fills it. */
export const fillDatabase = async <Filled>(
  { databaseUrl, dataDir }: { readonly databaseUrl: string | undefined; readonly dataDir: string },
  fill: Fill<Filled>,
): Promise<Filled> => {
  const database = await openDatabase({ databaseUrl, dataDir, log: createLog('silent') });
  await migrate(database);
  await seedSections(database.db, readEnv({}), new Date(), sections);
  const filled = await fill(database.db, dataDir);
  await database.close();
  return filled;
};

/** Starts the built site on a new database that `fill` has populated; `filled` is what it returned. `stop` removes everything. */
export const openSite = async <Filled>(
  kind: DatabaseKind,
  fill: Fill<Filled>,
  env: Record<string, string> = {},
): Promise<Site & { readonly filled: Filled }> => {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0)) await one();
  };
  try {
    const dataDir = await createTempDir((remove) => stops.unshift(remove));
    const postgres = kind === 'postgres' ? await startPostgresServer() : undefined;
    if (postgres !== undefined) stops.unshift(postgres.stop);
    const databaseUrl = postgres && `${postgres.url}postgres`;
    const filled = await fillDatabase({ databaseUrl, dataDir }, fill);
    const server = await startServer({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      // Trusts one proxy, so that X-Forwarded-For sets the client IP address.
      TRUST_PROXY: '1',
      SAMPLE_CONTENT: 'false',
      LOG_LEVEL: 'error',
      ...env,
    });
    stops.unshift(async () => void (await server.stop()));
    const { url, pid } = server;
    const databasePid = postgres?.pid() ?? null;
    return { kind, url, pid, dataDir, databaseUrl: databaseUrl ?? null, databasePid, filled, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The home page's main photo, at the address of this site. */
export const findHomeImage = async ({ url }: Site): Promise<URL> => {
  const home = (await (await fetch(new URL('/api/photo/home', url))).json()) as PhotosByCategory;
  return new URL(new URL(home.REPRESENTATIVE?.imageUrl ?? '', url).pathname, url);
};
