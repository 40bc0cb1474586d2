import { inject } from 'vitest';
import { createTestDatabase } from '#test/test-database.ts';
import { createPgliteServerDatabase, wrapPostgresDatabase } from './server-database.ts';
import type { ServerDatabase } from './server-database.ts';

/** A new database of the test project's kind. */
export const createServerDatabase = async (): Promise<ServerDatabase> => {
  const source = inject('testDatabase');
  return source.kind === 'embedded'
    ? createPgliteServerDatabase(source.template)
    : wrapPostgresDatabase(await createTestDatabase(), source.serverUrl);
};
