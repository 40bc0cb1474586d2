import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { join } from 'node:path';
import type { Database } from './connection.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { findAbove } from './find-above.ts';
import { keepHouse } from './keep-house.ts';
import { openFolder } from './open-folder.ts';
import { placeTemplate } from './place-template.ts';
import { watchEmbedded } from './watch-embedded.ts';

export const wrapEmbedded = (client: PGlite, release: () => Promise<void>): Database => {
  const stopHousekeeping = keepHouse(client);
  return {
    db: drizzle({ client }),
    kind: 'embedded',
    exec: async (statements) => void (await client.exec(statements)),
    watch: (onChange) => watchEmbedded(client, onChange),
    close: async () => {
      stopHousekeeping();
      try {
        await client.close();
      } finally {
        await release();
      }
    },
  };
};

/** The embedded database in `dataDir/db`, for this process alone. `template` spares the first start the creation. */
export const openEmbedded = async (
  dataDir: string,
  template = findAbove('dist/db-template'),
): Promise<Database> => {
  const release = await lockDataDir(dataDir);
  try {
    const folder = join(dataDir, 'db');
    await placeTemplate(template, folder);
    return wrapEmbedded(await openFolder(folder), release);
  } catch (error) {
    await release();
    throw error;
  }
};
