import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { inject } from 'vitest';
import type { Db } from '#platform/server/db/database.ts';
import { awaitBeforeCommit } from '#platform/server/db/pglite/open-pglite.ts';
import type { TestApp } from './test-app.ts';

/** Another handle of the app's database, which calls `logQuery` with each statement before it is sent. */
export const withQueryLog = (
  app: Pick<TestApp, 'db'>,
  logQuery: (text: string, params: unknown[]) => void,
): Db => {
  const { $client: client } = app.db as unknown as { $client: unknown };
  const options = { client: client as never, logger: { logQuery } };
  const builder =
    inject('testDatabase').kind === 'embedded' ? drizzleEmbedded(options) : drizzlePostgres(options);
  return Object.assign(builder, {
    transaction: awaitBeforeCommit(builder.transaction.bind(builder) as never),
  });
};
