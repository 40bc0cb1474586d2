import { migrate } from './migrate.ts';
import { openFolder, wrapEmbedded } from './open-embedded.ts';

/** Makes a migrated database folder for the first start to copy: the build calls it. */
export const buildTemplate = async (folder: string): Promise<void> => {
  const database = wrapEmbedded(await openFolder(folder), () => Promise.resolve());
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
};
