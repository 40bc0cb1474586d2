import { randomBytes } from 'node:crypto';
import { migrate } from '#platform/server/db/migrate.ts';
import { openPostgres } from '#platform/server/db/postgres/open-postgres.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { startPostgresServer, type PostgresServer } from '#test/servers/postgres-server.ts';
import {
  createPgliteServerDatabase,
  wrapPostgresDatabase,
  type ServerDatabase,
} from '#test/servers/server-database.ts';

export type EnvironmentName = 'embedded' | 'postgres' | 'postgres, 2 servers';

export interface Environment {
  readonly name: EnvironmentName;
  readonly servers: 1 | 2;
  /** Creates a migrated, empty database for one run. */
  createDatabase(): Promise<ServerDatabase>;
}

export interface Environments {
  get(name: EnvironmentName): Promise<Environment>;
  close(): Promise<void>;
}

const log = createLog('silent');

/** Creates a migrated database on this server for one run. */
export const createDatabaseOn = async (server: PostgresServer): Promise<ServerDatabase> => {
  const name = `chaos_${randomBytes(6).toString('hex')}`;
  const root = await openPostgres(new URL('postgres', server.url).href, log);
  await root.exec(`create database ${name}`);
  await root.close();
  const database = await openPostgres(new URL(name, server.url).href, log);
  await migrate(database);
  return wrapPostgresDatabase(database, server.url);
};

/** Starts one PostgreSQL on first use, shared by all scenarios that do not damage it. */
export const createEnvironments = (): Environments => {
  let postgres: Promise<PostgresServer> | undefined;
  return {
    get: async (name) => {
      if (name === 'embedded') return { name, servers: 1, createDatabase: createPgliteServerDatabase };
      const server = await (postgres ??= startPostgresServer());
      return { name, servers: name === 'postgres' ? 1 : 2, createDatabase: () => createDatabaseOn(server) };
    },
    close: async () => (await postgres)?.stop(),
  };
};
