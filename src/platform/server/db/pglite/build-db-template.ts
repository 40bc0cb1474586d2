import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '../migrate.ts';
import { fingerprintMigrations } from '../read-migrations.ts';
import { FINGERPRINT_FILE } from './init-database-dir.ts';
import { openPgliteDir } from './open-pglite-dir.ts';
import { wrapPglite } from './open-pglite.ts';

/**
 * Makes the template readable for all users, because the user who builds the site may not be the user who runs it. PostgreSQL
 * creates its files private.
 */
const makeReadable = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
};

/** Creates a migrated database folder that `initDatabaseDir` can copy. */
export const buildDbTemplate = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  const database = wrapPglite(await openPgliteDir(folder), () => Promise.resolve());
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
  await writeFile(join(folder, FINGERPRINT_FILE), await fingerprintMigrations());
  await makeReadable(folder);
};
