import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprintMigrations } from './read-migrations.ts';
import { migrate } from './migrate.ts';
import { wrapEmbedded } from './open-embedded.ts';
import { openFolder } from './open-folder.ts';
import { FINGERPRINT } from './place-template.ts';

/** PostgreSQL keeps what it writes from others; here it is nobody's yet, and whoever builds may not be who serves. */
const letAllRead = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
};

/** Makes a migrated database folder for the first start to copy: the build calls it. */
export const buildTemplate = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  const database = wrapEmbedded(await openFolder(folder), () => Promise.resolve());
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
  await writeFile(join(folder, FINGERPRINT), await fingerprintMigrations());
  await letAllRead(folder);
};
