import { cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openFolder } from './open-embedded.ts';

const exists = async (path: string): Promise<boolean> => {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
};

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Everything below `folder` on the disk, folders after their files. */
const syncTree = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  for (const path of [...paths.toReversed(), folder]) await syncPath(path);
};

const createFolder = async (folder: string): Promise<void> => {
  const client = await openFolder(folder);
  await client.close();
};

/**
 * Makes the database folder when it is not there: a copy of the template, or a new one without it. It is made beside and
 * renamed, so that a kill in the middle leaves nothing that could be taken for a database.
 */
export const placeTemplate = async (template: string, folder: string): Promise<void> => {
  if (await exists(folder)) return;
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  if (await exists(template)) await cp(template, draft, { recursive: true });
  else await createFolder(draft);
  await syncTree(draft);
  await rename(draft, folder);
  await syncPath(dirname(folder));
};
