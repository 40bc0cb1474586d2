import { randomBytes } from 'node:crypto';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { createLog } from '#server/log.ts';
import { startPostgresServer } from '#test/postgres-server.ts';
import type { PostgresServer } from '#test/postgres-server.ts';
import { placeEmbedded, placePostgres } from './places.ts';
import type { StormDatabase } from './places.ts';

export type GroundName = 'embedded' | 'postgres' | 'postgres, 2 servers';

/** Where a scenario runs. */
export interface Ground {
  readonly name: GroundName;
  readonly servers: 1 | 2;
  /** A migrated, empty database for one run. */
  place(): Promise<StormDatabase>;
}

export interface Grounds {
  on(name: GroundName): Promise<Ground>;
  close(): Promise<void>;
}

const log = createLog('silent');

/** A migrated database of this server that is used up by one run. */
export const placeOn = async (server: PostgresServer): Promise<StormDatabase> => {
  const name = `torture_${randomBytes(6).toString('hex')}`;
  const root = await openPostgres(new URL('postgres', server.url).href, log);
  await root.exec(`create database ${name}`);
  await root.close();
  const database = await openPostgres(new URL(name, server.url).href, log);
  await migrate(database);
  return placePostgres(database, server.url);
};

/** One PostgreSQL for all scenarios that do not harm it, started when the first of them asks. */
export const createGrounds = (): Grounds => {
  let postgres: Promise<PostgresServer> | undefined;
  return {
    on: async (name) => {
      if (name === 'embedded') return { name, servers: 1, place: placeEmbedded };
      const server = await (postgres ??= startPostgresServer());
      return { name, servers: name === 'postgres' ? 1 : 2, place: () => placeOn(server) };
    },
    close: async () => (await postgres)?.stop(),
  };
};
