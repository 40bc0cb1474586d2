import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fsyncPath } from '../../files/write-durable.ts';
import { OperatorError } from '../../operator-error.ts';
import { fingerprintMigrations } from '../read-migrations.ts';
import { openPgliteDir } from './open-pglite-dir.ts';

/** File in the template that stores the fingerprint of the migrations it was built with. */
export const FINGERPRINT_FILE = 'migrations.sha256';

// A process may be limited to 1,024 open files, fewer than the database has.
const MAX_OPEN_FILES = 64;

/** Syncs a folder and everything below it to the disk. */
const syncTree = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  for (let done = 0; done < paths.length; done += MAX_OPEN_FILES)
    await Promise.all(paths.slice(done, done + MAX_OPEN_FILES).map(fsyncPath));
  await fsyncPath(folder);
};

/** Whether the template was built with the current migrations; false for an outdated or a missing one. */
export const isTemplateCurrent = async (template: string): Promise<boolean> => {
  const fingerprint = await readFile(join(template, FINGERPRINT_FILE), 'utf8').catch(() => '');
  return fingerprint === (await fingerprintMigrations());
};

/**
 * Creates the database folder when it does not exist or is empty: a copy of the template, or a new database when the template is missing or
 * outdated. The folder is created under a temporary name, synced and renamed, so that a crash leaves no partial database in `folder`.
 */
export const initDatabaseDir = async (template: string, folder: string): Promise<void> => {
  const names = existsSync(folder) ? await readdir(folder) : [];
  if (names.includes('PG_VERSION')) return;
  if (names.length > 0) {
    throw new OperatorError(`데이터베이스가 아닌 파일이 있어 열 수 없습니다: ${folder}`);
  }
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  if (await isTemplateCurrent(template)) {
    await cp(template, draft, { recursive: true });
    await rm(join(draft, FINGERPRINT_FILE));
  } else {
    const client = await openPgliteDir(draft);
    await client.close();
  }
  // The copied template is readable for all users.
  await chmod(draft, 0o700);
  await syncTree(draft);
  await rename(draft, folder);
  await fsyncPath(dirname(folder));
};
