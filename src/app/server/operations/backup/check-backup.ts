import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPglite } from '#platform/server/db/pglite/open-pglite.ts';
import { closeAfter } from '../open-database.ts';
import { verifyBackup } from './backup-format.ts';
import { findVersion, restoreDatabase } from './restore-database.ts';

/** Verifies the files of a backup and restores its database into a scratch folder. Rejects when it cannot be restored. */
export const checkBackup = async (folder: string): Promise<void> => {
  const { manifest } = await verifyBackup(folder);
  const { isNewest } = await findVersion(manifest);
  const scratch = await mkdtemp(join(tmpdir(), 'sajingwan-restore-check-'));
  try {
    // The prebuilt database has the newest tables; an older backup is restored into an empty one.
    await closeAfter(await openPglite(scratch, isNewest ? undefined : ''), (database) =>
      restoreDatabase(database, folder, manifest, { now: new Date(), isMove: true }),
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};
