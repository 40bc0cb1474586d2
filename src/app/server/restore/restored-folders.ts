import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from '#platform/server/db/pglite/data-dir-lock.ts';
import { fsyncPath, writeDurably } from '#platform/server/files/write-durable.ts';

/** In the data folder: the uploaded backup and what is made of it. */
const FOLDER = 'restore';
/** A restored backup that is complete. The next start moves its files into the data folder. */
const COMPLETE = 'complete';
/** In the completed folder: the SHA-256 of the setup token of whoever restored it. */
const TOKEN_HASH = 'token-hash';
/** What is moved from a restored data folder, if it has it. */
const NAMES = ['db', 'photos', 'auth-secret'];

/** The paths of a restore in this data folder. */
export const restorePaths = (dataDir: string) => {
  const folder = join(dataDir, FOLDER);
  return {
    folder,
    upload: join(folder, 'upload'),
    uploadState: join(folder, 'upload.json'),
    unpacked: join(folder, 'unpacked'),
    /** The data folder into which the backup is restored. */
    target: join(folder, 'target'),
  };
};

/** Whether the database, the photos and the secret can be moved by renaming. Not when one of them is on a disk of its own. */
export const isOnOneDisk = async (dataDir: string): Promise<boolean> => {
  const { dev } = await stat(dataDir);
  const others = NAMES.map((name) => join(dataDir, name)).filter((path) => existsSync(path));
  return (await Promise.all(others.map((path) => stat(path)))).every((stats) => stats.dev === dev);
};

/** Marks the restored data folder as complete. The next start uses it. */
export const completeRestore = async (dataDir: string, tokenHash: string): Promise<void> => {
  const { folder, target } = restorePaths(dataDir);
  await writeDurably(join(target, TOKEN_HASH), tokenHash);
  await rename(target, join(folder, COMPLETE));
  await fsyncPath(folder);
};

/** Moves a complete restore into place. The next start continues a move that was interrupted. */
const movePaths = async (dataDir: string, complete: string): Promise<void> => {
  for (const name of NAMES) {
    // Moved by an earlier start, or not part of the backup.
    if (!existsSync(join(complete, name))) continue;
    await rm(join(dataDir, name), { recursive: true, force: true });
    await rename(join(complete, name), join(dataDir, name));
  }
  await fsyncPath(dataDir);
  await rm(restorePaths(dataDir).folder, { recursive: true });
};

/**
 * Replaces the database, the photos and the secret by those of a complete restore. Called while the database is closed. Resolves to the
 * token's hash, or to null without a complete restore.
 */
export const applyCompleteRestore = async (dataDir: string): Promise<string | null> => {
  const complete = join(restorePaths(dataDir).folder, COMPLETE);
  if (!existsSync(complete)) return null;
  const release = await lockDataDir(dataDir);
  try {
    const tokenHash = await readFile(join(complete, TOKEN_HASH), 'utf8');
    await movePaths(dataDir, complete);
    return tokenHash;
  } finally {
    await release();
  }
};

/** Deletes an upload that is not needed any more, because there is an admin. */
export const removeRestore = (dataDir: string): Promise<void> =>
  rm(restorePaths(dataDir).folder, { recursive: true, force: true });
