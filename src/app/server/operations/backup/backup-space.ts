import type { Storage } from '#platform/server/ports/storage/storage.ts';
import type { StoredBackup } from './backup-folder.ts';
import { photoFile } from './backup-format.ts';
import { readEarlierBackup } from './create-backup.ts';

/**
 * What must be free before a backup begins: twice of what it is expected to write, because the site needs space as well. It writes a dump
 * like that of the earlier backup, and the photos that it cannot link to it.
 */
export const findNeededBytes = async (
  earlier: StoredBackup | null,
  storage: Pick<Storage, 'list'>,
): Promise<number> => {
  const linked = earlier === null ? null : (await readEarlierBackup(earlier.path)).sums;
  let bytes = earlier?.dumpBytes ?? 0;
  for await (const photo of storage.list())
    if (linked?.has(photoFile(photo.key)) !== true) bytes += photo.bytes;
  return 2 * bytes;
};
