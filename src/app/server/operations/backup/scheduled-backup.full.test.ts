import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import type { BackupBucket } from '#platform/server/ports/storage/s3-backup-bucket.ts';
import { insertAdmin } from '#test/factories/members.ts';
import { insertMembers, insertReservation } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import type { Desk } from '../../../contract/desk.ts';
import { describeBackups } from '../../desk/describe-backups.ts';
import { checkBackups } from '../doctor/check-backups.ts';
import { listBackups, readBucketCopy, readRestoreCheck } from './backup-folder.ts';
import { DUMP, verifyBackup } from './backup-format.ts';
import { downloadFromBucket } from './bucket-copies.ts';
import { checkBackup } from './check-backup.ts';
import { checkInSubprocess } from './check-in-subprocess.ts';
import { exportDatabase } from './export-database.ts';
import { createScheduledBackup } from './scheduled-backup.ts';

/**
 * The full run restores a backup in a process of its own and the copy in a bucket. Otherwise `backup-restore.test.ts` restores one,
 * and the sums of its files show that the copy is the backup.
 */
const isFull = process.env.TEST_FULL !== undefined;
const app = await createTestApp();
const root = await mkdtemp(join(tmpdir(), 'sajingwan-nightly-'));
afterAll(() => rm(root, { recursive: true, force: true }));
let folder = '';
let index = 0;
beforeEach(() => {
  index += 1;
  folder = join(root, String(index));
});

const NIGHT = new Date('2026-11-21T19:00:00Z');
const after = (days: number): Date => new Date(NIGHT.getTime() + days * 86_400_000);
const check = vi.fn<(backup: string) => Promise<void>>();
beforeEach(() => check.mockReset().mockResolvedValue());
const source = {
  dump: async (file: string) => {
    await exportDatabase({ db: app.db, kind: inject('testDatabase').kind }, file);
    return 'PostgreSQL';
  },
  storage: app.deps.storage,
  authSecret: app.deps.authSecret,
  secretFile: 'secret',
};
const job = (changes: Partial<typeof source> = {}, bucket: BackupBucket | null = null) => {
  const openBucket = () => Promise.resolve(bucket);
  const run = createScheduledBackup({ folder, source: { ...source, ...changes }, check, openBucket });
  return (now: Date, mayDelete = true) => run(now, mayDelete);
};
const listAt = async (now: Date) => (await listBackups(folder, now)).backups;
const datesAt = async (now: Date) => (await listAt(now)).map(({ createdAt }) => createdAt);

/** A bucket in memory, whose uploads fail while `isBroken`. */
const createMemoryBucket = () => {
  const objects = new Map<string, Buffer>();
  const uploads: string[] = [];
  const state = { isBroken: false };
  const bucket: BackupBucket = {
    put: async (name, file) => {
      if (state.isBroken && name.endsWith('.json')) throw new Error('the store does not answer');
      uploads.push(name);
      objects.set(name, await readFile(file));
    },
    get: (name, file) => writeFile(file, objects.get(name) ?? '', { flag: 'wx' }),
    async *list(prefix) {
      for (const name of objects.keys()) if (name.startsWith(prefix)) yield name;
    },
    delete: (name) => {
      objects.delete(name);
      return Promise.resolve();
    },
  };
  return { bucket, objects, uploads, state };
};

describe('the nightly backup', () => {
  it('makes one backup a day, also when the server starts several times', async () => {
    const run = job();
    expect(await run(NIGHT)).toBe('created');
    expect(await run(new Date(NIGHT.getTime() + 3_600_000))).toBe('recent');
    expect(await run(after(1))).toBe('created');
    expect(await datesAt(after(1))).toEqual([after(1), NIGHT]);
    expect((await listAt(after(1)))[0]?.bytes).toBeGreaterThan(1_000);
  });

  it('makes one at once after a restore, because the last one may be of the site before it', async () => {
    await job()(NIGHT);
    const run = createScheduledBackup({
      folder,
      source,
      check,
      openBucket: () => Promise.resolve(null),
      isRestored: true,
    });
    const later = new Date(NIGHT.getTime() + 60_000);
    expect(await run(later, true)).toBe('created');
    expect(await run(new Date(later.getTime() + 60_000), true)).toBe('recent');
  });

  it('deletes its backups after 30 days, but neither the newest one nor other folders', async () => {
    const run = job();
    await run(NIGHT);
    const [first] = await listAt(NIGHT);
    await cp(first!.path, join(folder, 'by-hand'), { recursive: true });
    await mkdir(join(folder, 'photos-of-2025'));
    await run(after(1));
    await run(after(31));
    expect((await readdir(folder)).toSorted()).toEqual([
      'by-hand',
      'photos-of-2025',
      'restore-check.json',
      'sajingwan-20261122T190000Z',
      'sajingwan-20261222T190000Z',
    ]);
    await run(after(80));
    expect(await datesAt(after(80))).toEqual([after(80), NIGHT]);
  });

  it('ignores a backup that a crash left unfinished, and deletes it with the next one', async () => {
    await job()(NIGHT);
    const [first] = await listAt(NIGHT);
    await rename(first!.path, `${first!.path}.part`);
    expect(await listAt(NIGHT)).toEqual([]);
    expect(await job()(new Date(NIGHT.getTime() + 1_000))).toBe('created');
    expect((await readdir(folder)).toSorted()).toEqual(['restore-check.json', 'sajingwan-20261121T190001Z']);
  });

  it('a failed backup rejects, leaves the former ones and is tried again', async () => {
    await job()(NIGHT);
    const broken = job({ dump: () => Promise.reject(new Error('the disk is full')) });
    await expect(broken(after(1))).rejects.toThrow('the disk is full');
    expect(await listAt(after(1))).toHaveLength(1);
    expect(await job()(after(1.1))).toBe('created');
  });

  it('restores the newest backup each month, and a failed check with each backup until it works', async () => {
    const run = job();
    await run(NIGHT);
    await run(after(1));
    expect(check).toHaveBeenCalledTimes(1);
    check.mockRejectedValue(new Error('a file is damaged'));
    await expect(run(after(30))).rejects.toThrow('a file is damaged');
    expect(await readRestoreCheck(folder, after(31))).toEqual({
      checkedAt: after(30).toISOString(),
      error: 'a file is damaged',
    });
    check.mockResolvedValue();
    await run(after(31));
    expect(await readRestoreCheck(folder, after(31))).toEqual({
      checkedAt: after(31).toISOString(),
      error: null,
    });
    expect(check.mock.lastCall).toEqual([join(folder, 'sajingwan-20261222T190000Z')]);
  });
});

describe('a clock that was ahead once', () => {
  const AHEAD = after(60);
  const makeFuture = async (bucket: BackupBucket | null = null): Promise<void> => {
    for (const day of [0, 1]) await job({}, bucket)(after(day));
    // The purge is held then.
    expect(await job({}, bucket)(AHEAD, false)).toBe('created');
  };

  it('deletes no backup and no copy of one, and the next backup is made', async () => {
    const { bucket, objects } = createMemoryBucket();
    await makeFuture(bucket);
    expect(await datesAt(AHEAD)).toEqual([AHEAD, after(1), NIGHT]);
    expect(await job({}, bucket)(after(2))).toBe('created');
    expect(await datesAt(after(2))).toEqual([after(2), after(1), NIGHT]);
    const copies = [...objects.keys()].filter((name) => name.endsWith('/manifest.json'));
    expect(copies).toHaveLength(4);
    expect(await readBucketCopy(folder, after(2))).toMatchObject({ backup: 'sajingwan-20261123T190000Z' });
  });

  it('deletes an old backup later, and keeps the newest one that is not from the future', async () => {
    await makeFuture();
    await job()(after(31.1));
    expect(await datesAt(AHEAD)).toEqual([AHEAD, after(31.1)]);
  });

  it('restores the next backup, because the check of that time does not count', async () => {
    check.mockResolvedValue();
    await job()(AHEAD, false);
    await job()(NIGHT);
    expect(check.mock.calls).toEqual([
      [join(folder, 'sajingwan-20270120T190000Z')],
      [join(folder, 'sajingwan-20261121T190000Z')],
    ]);
  });

  it('is told by the desk and the doctor, to which the backups of that time do not count', async () => {
    await job()(AHEAD, false);
    const backup = { folder, bucket: null, isInDataDir: false };
    expect(await describeBackups(backup, NIGHT)).toMatchObject({
      newest: null,
      check: null,
      copy: null,
      fromFuture: 1,
      isLate: true,
    });
    const findings = await checkBackups(backup, app.deps.storage, NIGHT);
    expect(findings.map(({ isPassed, message }) => [isPassed, message])).toEqual([
      [false, '백업이 아직 없습니다'],
      [false, '지금보다 뒤의 시각으로 만든 백업이 1개 있습니다'],
      [true, expect.stringContaining('다음 백업에 필요한 공간')],
    ]);
    await job()(NIGHT);
    expect(await checkBackups(backup, app.deps.storage, NIGHT)).toMatchObject([
      { isPassed: true, message: '마지막 백업 2026-11-22 04:00' },
      { isPassed: true, message: '백업의 복원 확인 2026-11-22 04:00' },
      { isPassed: false, message: '지금보다 뒤의 시각으로 만든 백업이 1개 있습니다' },
      { isPassed: true },
    ]);
  });
});

describe('the copy in a bucket', () => {
  it('has every file, the manifest last, and restores', async () => {
    await app.deps.storage.put('a1-480.avif', Buffer.from('photo'), 'image/avif');
    const { bucket, objects, uploads } = createMemoryBucket();
    await job({}, bucket)(NIGHT);
    expect(uploads.at(-1)).toBe('sajingwan-20261121T190000Z/manifest.json');
    expect(objects.get(`sajingwan-photos/${sha256Hex('photo')}`)?.toString()).toBe('photo');
    const copy = join(root, `copy-${index}`);
    await downloadFromBucket(bucket, 'sajingwan-20261121T190000Z', copy);
    await (isFull ? checkBackup : verifyBackup)(copy);
    await expect(downloadFromBucket(bucket, 'sajingwan-x', copy)).rejects.toThrow(
      '버킷에 없는 백업입니다: sajingwan-x\n버킷에 있는 백업:\nsajingwan-20261121T190000Z',
    );
    await app.deps.storage.delete('a1-480.avif');
  });

  it('has each photo once, until no backup has it any more', async () => {
    const { storage } = app.deps;
    const { bucket, uploads, objects } = createMemoryBucket();
    const listPhotos = () => [...objects.keys()].filter((name) => name.startsWith('sajingwan-photos/'));
    await storage.put('a1-480.avif', Buffer.from('first'), 'image/avif');
    await job({}, bucket)(NIGHT);
    await storage.delete('a1-480.avif');
    await storage.put('b1-480.avif', Buffer.from('second'), 'image/avif');
    await job({}, bucket)(after(1));
    await job({}, bucket)(after(2));
    const [first, second] = ['first', 'second'].map((bytes) => `sajingwan-photos/${sha256Hex(bytes)}`);
    expect(uploads.filter((name) => name === second)).toHaveLength(1);
    expect(listPhotos()).toEqual([first, second]);
    await job({}, bucket)(after(31));
    expect(listPhotos()).toEqual([second]);
    await storage.delete('b1-480.avif');
  });

  it('of an earlier version, which contains its photos, can be downloaded and keeps them', async () => {
    const { storage } = app.deps;
    await storage.put('a1-480.avif', Buffer.from('photo'), 'image/avif');
    await job()(NIGHT);
    const [backup] = await listAt(NIGHT);
    const { bucket, objects } = createMemoryBucket();
    const files = await readdir(backup!.path, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const path = join(file.parentPath, file.name);
      objects.set(`sajingwan-20261121T190000Z${path.slice(backup!.path.length)}`, await readFile(path));
    }
    await storage.delete('a1-480.avif');
    await job({}, bucket)(after(1));
    const copy = join(root, `copy-${index}`);
    await downloadFromBucket(bucket, 'sajingwan-20261121T190000Z', copy);
    expect((await verifyBackup(copy)).manifest.photos.count).toBe(1);
  });

  it('is made once per backup, and again after a failure', async () => {
    const { bucket, uploads, state } = createMemoryBucket();
    state.isBroken = true;
    await expect(job({}, bucket)(NIGHT)).rejects.toThrow('the backup was not copied');
    // The check of the local backup ran all the same.
    expect(check).toHaveBeenCalledTimes(1);
    expect(await readBucketCopy(folder, NIGHT)).toBeNull();
    state.isBroken = false;
    const later = new Date(NIGHT.getTime() + 3_600_000);
    expect(await job({}, bucket)(later)).toBe('recent');
    expect(await readBucketCopy(folder, later)).toEqual({
      backup: 'sajingwan-20261121T190000Z',
      copiedAt: later.toISOString(),
    });
    const count = uploads.length;
    await job({}, bucket)(later);
    expect(uploads).toHaveLength(count);
  });

  it('is deleted after 30 days, other objects are kept', async () => {
    const { bucket, objects } = createMemoryBucket();
    objects.set('sajingwan-notes/a.txt', Buffer.from(''));
    objects.set('sajingwan-20200101T000000Z.tar', Buffer.from(''));
    for (const day of [0, 1, 31]) await job({}, bucket)(after(day));
    expect([...new Set([...objects.keys()].map((name) => name.split('/')[0]))].toSorted()).toEqual([
      'sajingwan-20200101T000000Z.tar',
      'sajingwan-20261122T190000Z',
      'sajingwan-20261222T190000Z',
      'sajingwan-notes',
    ]);
  });
});

describe('the restore check', () => {
  it('restores a backup with reservations in a process of its own, and says why a damaged one cannot be', async () => {
    const [one, other] = await insertMembers(app, 2);
    await insertReservation(app, one!, { date: '2026-12-01' });
    await insertReservation(app, other!, { date: '2026-12-02' });
    await job()(NIGHT);
    const [backup] = await listAt(NIGHT);
    if (isFull) await checkInSubprocess(backup!.path);
    await appendFile(join(backup!.path, DUMP), 'x');
    await expect(checkBackup(backup!.path)).rejects.toThrow(`백업 파일이 없거나 손상되었습니다: ${DUMP}`);
    await rm(join(backup!.path, DUMP));
    await expect(checkInSubprocess(backup!.path)).rejects.toThrow('백업 파일이 없거나 손상되었습니다');
  });
});

describe('the desk', () => {
  it('shows the newest backup and warns after 48 hours without one', async () => {
    expect(await describeBackups(undefined, NIGHT)).toBeNull();
    const backup = { folder, bucket: null, isInDataDir: false };
    expect(await describeBackups(backup, NIGHT)).toMatchObject({
      newest: null,
      check: null,
      copy: null,
      fromFuture: 0,
      isLate: true,
    });
    await job()(NIGHT);
    const [{ bytes } = { bytes: 0 }] = await listAt(NIGHT);
    const newest = { createdAt: NIGHT.toISOString(), bytes };
    const done = { checkedAt: NIGHT.toISOString(), isRestorable: true };
    expect(await describeBackups(backup, after(2))).toMatchObject({
      newest,
      check: done,
      copy: null,
      fromFuture: 0,
      isLate: false,
    });
    expect(await describeBackups(backup, after(2.01))).toMatchObject({ isLate: true });
  });

  it('warns when no backup was copied into the bucket for 48 hours', async () => {
    const key = 'test';
    const bucket = { bucket: key, endpoint: key, region: key, accessKeyId: key, secretAccessKey: key };
    const backup = { folder, bucket, isInDataDir: false };
    await job()(NIGHT);
    expect(await describeBackups(backup, NIGHT)).toMatchObject({ copy: { copiedAt: null }, isLate: true });
    await job({}, createMemoryBucket().bucket)(NIGHT);
    const copy = { copiedAt: NIGHT.toISOString() };
    expect(await describeBackups(backup, NIGHT)).toMatchObject({ copy, isLate: false });
    await job()(after(2.5));
    expect(await describeBackups(backup, after(2.5))).toMatchObject({ copy, isLate: true });
  });

  it('says that the nightly backup is off', async () => {
    const { accessToken: token } = await insertAdmin(app);
    expect(((await (await app.get('/api/admin/desk', { token })).json()) as Desk).backup).toBeNull();
  });
});
