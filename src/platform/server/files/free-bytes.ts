import { statfs } from 'node:fs/promises';

/** Whether a system call failed because the disk is full or the account has used up its quota. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Bytes that are free for unprivileged accounts on the disk of a folder. */
export const findFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
