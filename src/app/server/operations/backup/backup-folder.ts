import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { DAY_MS } from '#platform/contract/durations.ts';
import { DUMP, MANIFEST, writeFileDurably } from './backup-format.ts';

/** Backups may contain members who have been deleted since, so usually only the newest is kept longer than this. */
const KEEP_DAYS = 30;
/** What the names by `backupName` begin with. */
export const PREFIX = 'sajingwan-';
const NAME = /^sajingwan-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
/** A backup in progress, or one that a crash left unfinished. */
const DRAFT_NAME = /^sajingwan-\d{8}T\d{6}Z\.part$/;

/** The name of a backup in a folder of backups: `sajingwan-20261123T190000Z`. */
export const backupName = (now: Date): string =>
  `${PREFIX}${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

export interface StoredBackup {
  readonly path: string;
  readonly createdAt: Date;
  /** Size of the dump and of the photos. */
  readonly bytes: number;
  readonly dumpBytes: number;
}

const manifestPart = z.object({ createdAt: z.string(), photos: z.object({ bytes: z.number() }) });

const readBackup = async (path: string): Promise<StoredBackup | null> => {
  try {
    const manifest = z.parse(manifestPart, JSON.parse(await readFile(join(path, MANIFEST), 'utf8')));
    const dump = await stat(join(path, DUMP));
    const bytes = dump.size + manifest.photos.bytes;
    return { path, createdAt: new Date(manifest.createdAt), bytes, dumpBytes: dump.size };
  } catch {
    // Not a backup, or an incomplete or unreadable one.
    return null;
  }
};

/** The complete backups, newest first. `fromFuture` are those dated after `now`, because a clock was wrong: their age is not known. */
export const listBackups = async (folder: string, now: Date) => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.part'));
  const found = await Promise.all(names.map((name) => readBackup(join(folder, name))));
  const complete = found
    .filter((backup) => backup !== null)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  return {
    backups: complete.filter(({ createdAt }) => createdAt <= now),
    fromFuture: complete.filter(({ createdAt }) => createdAt > now),
  };
};

/** Whether this is a name by `backupName`, of a backup that is too old. */
export const isExpiredBackup = (name: string, now: Date): boolean => {
  const [year, month, day, hour, minute, second] = (NAME.exec(name) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined) return false;
  return now.getTime() - Date.UTC(year, month - 1, day, hour, minute, second) > KEEP_DAYS * DAY_MS;
};

/**
 * Deletes unfinished backups, and those that are too old except the newest one. Keeps those that `backupName` did not name. No backup may
 * be in progress.
 */
export const deleteOldBackups = async (folder: string, now: Date): Promise<void> => {
  for (const name of await readdir(folder))
    if (DRAFT_NAME.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  const [, ...older] = (await listBackups(folder, now)).backups;
  for (const { path } of older)
    if (isExpiredBackup(basename(path), now)) await rm(path, { recursive: true, force: true });
};

/**
 * A file with a state of the backup job. `read` returns null when there is none, when it cannot be read, and when it is dated after `now`.
 * A crash during `write` may lose the state.
 */
const createStateFile = <Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
  dateOf: (state: z.output<Schema>) => string,
) => ({
  read: async (folder: string, now: Date): Promise<z.output<Schema> | null> => {
    try {
      const state = z.parse(schema, JSON.parse(await readFile(join(folder, file), 'utf8')));
      return new Date(dateOf(state)) > now ? null : state;
    } catch {
      return null;
    }
  },
  write: async (folder: string, state: z.output<Schema>): Promise<void> => {
    await rm(join(folder, file), { force: true });
    await writeFileDurably(join(folder, file), `${JSON.stringify(state)}\n`);
  },
});

/** The result of the last restore check. `error` says why the backup could not be restored; null when it could. */
export const { read: readRestoreCheck, write: writeRestoreCheck } = createStateFile(
  'restore-check.json',
  z.object({ checkedAt: z.string(), error: z.nullable(z.string()) }),
  ({ checkedAt }) => checkedAt,
);

/** The last time that a backup was not begun, because too little space was free. */
export const { read: readLackOfSpace, write: writeLackOfSpace } = createStateFile(
  'lack-of-space.json',
  z.object({ at: z.string(), neededBytes: z.number(), freeBytes: z.number() }),
  ({ at }) => at,
);

/**
 * The newest backup, whose photos the next one may link; null without one, and when the last restore check failed, since its files may be
 * damaged.
 */
export const findLinkableBackup = async (folder: string, now: Date): Promise<StoredBackup | null> => {
  const [[newest], check] = await Promise.all([
    listBackups(folder, now).then(({ backups }) => backups),
    readRestoreCheck(folder, now),
  ]);
  return newest === undefined || (check !== null && check.error !== null) ? null : newest;
};

/** The last copy of a backup into a bucket. */
export const { read: readBucketCopy, write: writeBucketCopy } = createStateFile(
  'bucket-copy.json',
  z.object({ backup: z.string(), copiedAt: z.string() }),
  ({ copiedAt }) => copiedAt,
);
