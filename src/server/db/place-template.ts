import { chmod, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SettingsError } from '#server/env.ts';
import { syncPath } from '#server/write-synced.ts';
import { openFolder } from './open-folder.ts';
import { fingerprintMigrations } from './read-migrations.ts';

/** In the template: which migrations it was made with. */
export const FINGERPRINT = 'migrations.sha256';

const CONCURRENT_SYNCS = 16;

/** Puts everything below `folder` on the disk. */
const syncTree = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  const takeNext = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncPath(path);
  };
  await Promise.all(Array.from({ length: CONCURRENT_SYNCS }, takeNext));
  await syncPath(folder);
};

/** A template that other migrations made, an older build's, would not fit these. */
export const isFitting = async (template: string): Promise<boolean> => {
  const fingerprint = await readFile(join(template, FINGERPRINT), 'utf8').catch(() => '');
  return fingerprint === (await fingerprintMigrations());
};

const fillDraft = async (draft: string, template: string): Promise<void> => {
  if (await isFitting(template)) {
    await cp(template, draft, { recursive: true });
    await rm(join(draft, FINGERPRINT));
    return;
  }
  const client = await openFolder(draft);
  await client.close();
};

/** What lies in the folder; null when it does not exist. */
const listFolder = async (folder: string): Promise<string[] | null> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/**
 * Makes the database folder when it is not there: a copy of the template, or a new one without it. It is made beside and
 * renamed, so that a kill in the middle leaves nothing that could be taken for a database.
 */
export const placeTemplate = async (template: string, folder: string): Promise<void> => {
  const names = await listFolder(folder);
  if (names?.includes('PG_VERSION')) return;
  if (names !== null && names.length > 0) {
    throw new SettingsError(`데이터베이스가 아닌 파일이 있어 열 수 없습니다: ${folder}`);
  }
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await fillDraft(draft, template);
  // A copy has the template's modes, which let everybody in.
  await chmod(draft, 0o700);
  await syncTree(draft);
  await rename(draft, folder);
  await syncPath(dirname(folder));
};
