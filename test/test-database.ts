import { inject } from 'vitest';
import type { Database } from '#platform/server/db/database.ts';
import { borrowDatabase } from './database-pool.ts';
import { createReusablePglite } from './reusable-pglite.ts';
import { createReusablePostgres } from './reusable-postgres.ts';

/** A migrated, empty database of the project's kind for one test file. Close it at the end. */
export const createTestDatabase = (): Promise<Database> => {
  const source = inject('testDatabase');
  return borrowDatabase(() =>
    source.kind === 'embedded' ? createReusablePglite(source) : createReusablePostgres(source),
  );
};
