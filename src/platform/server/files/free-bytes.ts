import { statfs } from 'node:fs/promises';

/** Bytes that are free for unprivileged accounts on the disk of a folder. */
export const findFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
