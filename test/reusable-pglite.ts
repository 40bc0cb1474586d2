import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { initDatabaseDir } from '#platform/server/db/pglite/init-database-dir.ts';
import { openPgliteDir } from '#platform/server/db/pglite/open-pglite-dir.ts';
import { wrapPglite } from '#platform/server/db/pglite/open-pglite.ts';
import type { ReusableDatabase } from './database-pool.ts';

interface PgliteSource {
  readonly template: string;
  /** The folder for copies, which is deleted when all tests are done. */
  readonly copies: string;
}

/** A client for one borrower; after its return it fails like a closed one, even if the test still uses it. */
const createRevocableClient = (client: PGlite): PGlite => {
  let isOver = false;
  return new Proxy(client, {
    get: (target, key) => {
      if (key === 'close') {
        return () => {
          isOver = true;
          return Promise.resolve();
        };
      }
      if (isOver) throw new Error('this database was given back');
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
};

/** Copies the migrated folder. The copy stays open, because opening it takes seconds. */
export const createReusablePglite = async ({ template, copies }: PgliteSource): Promise<ReusableDatabase> => {
  const folder = await mkdtemp(join(copies, 'copy-'));
  await initDatabaseDir(template, join(folder, 'db'));
  const client = await openPgliteDir(join(folder, 'db'));
  return {
    open: (onClose) => Promise.resolve(wrapPglite(createRevocableClient(client), onClose)),
    withConnection: (work) => work(client),
    drop: async () => {
      await client.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
