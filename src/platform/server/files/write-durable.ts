import { link, open, writeFile } from 'node:fs/promises';

type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Creates a file and syncs its content to the disk. The directory entry is durable only after `fsyncPath` of the folder. Fails with
 * EEXIST when the file exists.
 */
export const writeDurably = (file: string, content: Content, mode = 0o666): Promise<void> =>
  writeFile(file, content, { mode, flag: 'wx', flush: true });

/**
 * Publishes a draft under a name; false when the name exists. A hard link is atomic: of two concurrent writers of one name at most one
 * succeeds.
 */
export const linkUnlessExists = async (draft: string, target: string): Promise<boolean> => {
  try {
    await link(draft, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Syncs a file, or the entries of a folder, to the disk. */
export const fsyncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
