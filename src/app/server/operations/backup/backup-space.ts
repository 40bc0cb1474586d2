import type { Storage } from '#platform/server/ports/storage/storage.ts';
import { photoFile } from './backup-archive.ts';
import { findLinkableBackup } from './backup-folder.ts';
import { readEarlierBackup } from './create-backup.ts';

/** Bytes that the next backup is expected to write: a dump like the last one, and the photos that it cannot link. */
const estimateNextBackup = async (
  folder: string,
  storage: Pick<Storage, 'list'>,
  now: Date,
): Promise<number> => {
  const newest = await findLinkableBackup(folder, now);
  const linked = newest === null ? null : (await readEarlierBackup(newest.path)).sums;
  let bytes = newest?.dumpBytes ?? 0;
  for await (const photo of storage.list())
    if (linked?.has(photoFile(photo.key)) !== true) bytes += photo.bytes;
  return bytes;
};

/** What must be free before a backup begins: twice of what it is expected to write, because the site needs space as well. */
export const findNeededBytes = async (
  folder: string,
  storage: Pick<Storage, 'list'>,
  now: Date,
): Promise<number> => 2 * (await estimateNextBackup(folder, storage, now));
