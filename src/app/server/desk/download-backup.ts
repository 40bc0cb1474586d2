import { basename } from 'node:path';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { listBackups } from '../operations/backup/backup-folder.ts';

/** The newest backup, encrypted. Throws NOT_FOUND when there is none. */
export const downloadBackup = async (
  { db, env: { backup } }: Pick<Deps, 'db' | 'env'>,
  audit: AuditContext,
  passphrase: string,
): Promise<AsyncIterable<Uint8Array>> => {
  const [newest] = backup === undefined ? [] : (await listBackups(backup.folder, audit.now)).backups;
  if (newest === undefined) throw appError('NOT_FOUND', { message: '아직 백업이 없습니다.' });
  await db.transaction((tx) =>
    recordAudit(tx, audit, { action: 'DOWNLOAD_BACKUP', target: `backup:${basename(newest.path)}` }),
  );
  const { encryptBackup } = await import('../operations/backup/encrypt-backup.ts');
  return encryptBackup(newest.path, passphrase);
};
