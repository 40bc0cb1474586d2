import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isStorageKey } from './storage.ts';
import type { Storage } from './storage.ts';

// Begins with a dot, so no key can reach it.
const INCOMING = '.incoming';
const LEFTOVER_AGE = 3_600_000;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const writeSynced = async (file: string, bytes: Uint8Array): Promise<void> => {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** A write that a crash cut short leaves its file here; another process may still be writing the young ones. */
const removeLeftovers = async (incoming: string): Promise<void> => {
  for (const name of await readdir(incoming)) {
    const file = path.join(incoming, name);
    try {
      const { mtimeMs } = await stat(file);
      if (Date.now() - mtimeMs > LEFTOVER_AGE) await rm(file, { force: true });
    } catch (error) {
      // Its writer has just moved it to its place.
      if (!isMissing(error)) throw error;
    }
  }
};

const prepareIncoming = async (root: string): Promise<string> => {
  const incoming = path.join(root, INCOMING);
  await mkdir(incoming, { recursive: true });
  await removeLeftovers(incoming);
  return incoming;
};

/** Photos in a folder, which is made at the first write; this process serves them under `/photos/`. */
export const createDiskStorage = (root: string): Storage => {
  let prepared: Promise<string> | undefined;

  const prepare = (): Promise<string> => {
    prepared ??= prepareIncoming(root).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };

  const fileOf = (key: string): string => {
    if (!isStorageKey(key)) throw new Error('not a storage key');
    return path.join(root, ...key.split('/'));
  };

  return {
    async put(key, bytes) {
      const target = fileOf(key);
      const folder = path.dirname(target);
      const draft = path.join(await prepare(), randomUUID());
      await mkdir(folder, { recursive: true });
      try {
        await writeSynced(draft, bytes);
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },
    async read(key) {
      if (!isStorageKey(key)) return null;
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
    url: (key) => `/photos/${key}`,
  };
};
