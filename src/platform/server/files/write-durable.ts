import { open, writeFile, type FileHandle } from 'node:fs/promises';

type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

const withFileHandle = async (opening: Promise<FileHandle>, work: (handle: FileHandle) => Promise<void>) => {
  const handle = await opening;
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
};

/**
 * Creates a file and syncs its content to the disk. The directory entry is durable only after `fsyncPath` of the folder. Fails with
 * EEXIST when the file exists.
 */
export const writeDurably = (file: string, content: Content, mode = 0o666): Promise<void> =>
  withFileHandle(open(file, 'wx', mode), async (handle) => {
    await writeFile(handle, content);
    await handle.sync();
  });

/** Syncs a file, or the entries of a folder, to the disk. */
export const fsyncPath = (path: string): Promise<void> =>
  withFileHandle(open(path, 'r'), (handle) => handle.sync());
