import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { DUMP, MANIFEST, writeFileDurably } from './backup-archive.ts';

const DAY_MS = 86_400_000;
/** Backups contain members who have been deleted since, so they are not kept longer. */
const KEEP_DAYS = 30;
const CHECK_FILE = 'restore-check.json';
const NAME = /^sajingwan-\d{8}T\d{6}Z$/;
/** A backup in progress, or one that a crash left unfinished. */
const DRAFT_NAME = /^sajingwan-\d{8}T\d{6}Z\.part$/;

/** The name of a backup in a folder of backups: `sajingwan-20261123T190000Z`. */
export const backupName = (now: Date): string =>
  `sajingwan-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

export interface StoredBackup {
  readonly path: string;
  readonly createdAt: Date;
  /** Size of the dump and of the photos. */
  readonly bytes: number;
}

const manifestPart = z.object({ createdAt: z.string(), photos: z.object({ bytes: z.number() }) });

const readBackup = async (path: string): Promise<StoredBackup | null> => {
  try {
    const manifest = z.parse(manifestPart, JSON.parse(await readFile(join(path, MANIFEST), 'utf8')));
    const dump = await stat(join(path, DUMP));
    return { path, createdAt: new Date(manifest.createdAt), bytes: dump.size + manifest.photos.bytes };
  } catch {
    // Not a complete backup.
    return null;
  }
};

/** Lists the complete backups in a folder, newest first. */
export const listBackups = async (folder: string): Promise<StoredBackup[]> => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.part'));
  const found = await Promise.all(names.map((name) => readBackup(join(folder, name))));
  return found
    .filter((backup) => backup !== null)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
};

/** Deletes backups of this job that are too old, but never the newest one, and unfinished ones. None may be in progress. */
export const deleteOldBackups = async (folder: string, now: Date): Promise<void> => {
  for (const name of await readdir(folder))
    if (DRAFT_NAME.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  const [, ...older] = await listBackups(folder);
  for (const { path, createdAt } of older)
    if (
      NAME.test(path.split(/[\\/]/).at(-1) ?? '') &&
      now.getTime() - createdAt.getTime() > KEEP_DAYS * DAY_MS
    )
      await rm(path, { recursive: true, force: true });
};

const restoreCheck = z.object({
  checkedAt: z.string(),
  /** Why the backup could not be restored; null when it could. */
  error: z.nullable(z.string()),
});
export type RestoreCheck = z.output<typeof restoreCheck>;

/** Reads the result of the last restore check; null before the first. */
export const readRestoreCheck = async (folder: string): Promise<RestoreCheck | null> => {
  try {
    return z.parse(restoreCheck, JSON.parse(await readFile(join(folder, CHECK_FILE), 'utf8')));
  } catch {
    return null;
  }
};

/** Replaces the result of the last restore check. A crash in between only repeats the check. */
export const writeRestoreCheck = async (folder: string, check: RestoreCheck): Promise<void> => {
  await rm(join(folder, CHECK_FILE), { force: true });
  await writeFileDurably(join(folder, CHECK_FILE), `${JSON.stringify(check)}\n`);
};
