import { inject } from 'vitest';
import { createTestDatabase } from '#test/test-database.ts';
import { createPgliteServerDatabase, wrapPostgresDatabase, type ServerDatabase } from './server-database.ts';

/** A new database of the test project's kind, with the tables of this version unless it is empty. */
export const createServerDatabase = async ({ isEmpty = false } = {}): Promise<ServerDatabase> => {
  const source = inject('testDatabase');
  if (source.kind === 'embedded') return createPgliteServerDatabase(source.template);
  const database = await createTestDatabase();
  if (isEmpty) await database.exec('drop schema public, legal_retention cascade; create schema public');
  return wrapPostgresDatabase(database, source.serverUrl);
};
