import { open, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

const withFileHandle = async (opening: Promise<FileHandle>, work: (handle: FileHandle) => Promise<void>) => {
  const handle = await opening;
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
};

/** A new file, on the disk when it resolves; so is its name once `syncPath` of its folder has. EEXIST when there is one. */
export const writeDurably = (file: string, content: Content, mode = 0o666): Promise<void> =>
  withFileHandle(open(file, 'wx', mode), async (handle) => {
    await writeFile(handle, content);
    await handle.sync();
  });

/** A file, or the names in a folder: on the disk when it resolves. */
export const fsyncPath = (path: string): Promise<void> =>
  withFileHandle(open(path, 'r'), (handle) => handle.sync());
