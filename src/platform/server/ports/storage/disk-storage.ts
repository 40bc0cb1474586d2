import { randomUUID } from 'node:crypto';
import { mkdir, opendir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { findFreeBytes } from '../../files/free-bytes.ts';
import { fsyncPath, linkUnlessExists, writeDurably } from '../../files/write-durable.ts';
import { isStorageKey, type Storage, type StoredObject } from './storage.ts';
import type { UploadSigner } from './upload-signer.ts';

// Begins with a dot, so no key can address it.
const DRAFTS_FOLDER = '.incoming';
const MAX_DRAFT_AGE_MS = 3_600_000;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

type Content = Uint8Array | AsyncIterable<Uint8Array>;

/** Waits for the work; returns `fallback` when its file or folder is missing. */
const orIfMissing = <T, F>(work: Promise<T>, fallback: F): Promise<T | F> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return fallback;
    throw error;
  });

/** Removes drafts older than an hour, which a crash left. Another process may still be writing younger ones. */
const removeStaleDrafts = async (incoming: string): Promise<void> => {
  for (const name of await orIfMissing(readdir(incoming), [])) {
    const file = path.join(incoming, name);
    // The writer of the draft may have just published it.
    const stats = await orIfMissing(stat(file), null);
    if (stats !== null && Date.now() - stats.mtimeMs > MAX_DRAFT_AGE_MS) await rm(file, { force: true });
  }
};

/** Creates a folder durably. Called by each write, because restoring a backup may have replaced the folder. */
const createDurableFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  const above = path.dirname(path.resolve(first));
  for (let made = path.resolve(folder); made !== above; made = path.dirname(made)) {
    await fsyncPath(path.dirname(made));
  }
};

const statFile = async (root: string, key: string): Promise<StoredObject | null> => {
  const stats = await orIfMissing(stat(path.join(root, ...key.split('/'))), null);
  return stats === null ? null : { key, bytes: stats.size, modifiedAt: stats.mtime };
};

/** Lists the files below the folder by their keys; skips those whose path is no key, such as drafts. */
async function* listKeys(root: string): AsyncIterable<string> {
  try {
    const folder = await opendir(root, { recursive: true });
    for await (const entry of folder) {
      const key = path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/');
      if (entry.isFile() && isStorageKey(key)) yield key;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Stores photos, uploads and private files in a folder, created when it is first needed. The photos are served under `/photos/`. */
export const createDiskStorage = (root: string, uploads: UploadSigner): Storage => {
  const incoming = path.join(root, DRAFTS_FOLDER);

  const fileOf = (key: string): string => {
    if (!isStorageKey(key)) throw new Error('not a storage key');
    return path.join(root, ...key.split('/'));
  };

  /** Writes a draft, publishes it by `place`, and syncs the folder. A failure before the file is published leaves no file. */
  const write = async <T>(
    key: string,
    content: Content,
    place: (draft: string, target: string) => Promise<T>,
  ): Promise<T> => {
    const target = fileOf(key);
    const folder = path.dirname(target);
    const draft = path.join(incoming, randomUUID());
    await createDurableFolder(incoming);
    await createDurableFolder(folder);
    try {
      await writeDurably(draft, content);
      const placed = await place(draft, target);
      await fsyncPath(folder);
      return placed;
    } finally {
      await rm(draft, { force: true });
    }
  };

  return {
    put: (key, bytes) => write(key, bytes, rename),
    read: (key) => (isStorageKey(key) ? orIfMissing(readFile(fileOf(key)), null) : Promise.resolve(null)),
    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
    stat: (key) => (isStorageKey(key) ? statFile(root, key) : Promise.resolve(null)),
    async *list(prefix = '') {
      for await (const key of listKeys(root)) {
        const object = key.startsWith(prefix) ? await statFile(root, key) : null;
        if (object !== null) yield object;
      }
    },
    async freeBytes() {
      await createDurableFolder(root);
      return findFreeBytes(root);
    },
    removeStaleDrafts: () => removeStaleDrafts(incoming),
    signUpload: (upload) => Promise.resolve(uploads.sign(upload)),
    url: (key) => `/photos/${key}`,
    uploadReceiver: {
      verify: (key, query) => (isStorageKey(key) ? uploads.verify(key, query) : null),
      receive: (key, body) => write(key, body, linkUnlessExists),
    },
  };
};
