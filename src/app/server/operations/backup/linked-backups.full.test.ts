import { copyFile, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { StoredObject } from '#platform/server/ports/storage/storage.ts';
import { createTestApp } from '#test/test-app.ts';
import { describeBackups } from '../../desk/describe-backups.ts';
import { listBackups } from './backup-folder.ts';
import { verifyBackup } from './backup-format.ts';
import { exportDatabase } from './export-database.ts';
import { createScheduledBackup } from './scheduled-backup.ts';

const app = await createTestApp();
const root = await mkdtemp(join(tmpdir(), 'sajingwan-links-'));
afterAll(() => rm(root, { recursive: true, force: true }));
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'backups-'));
});

const DAY_ONE = new Date('2026-11-21T19:00:00Z');
const day = (number: number): Date => new Date(DAY_ONE.getTime() + (number - 1) * 86_400_000);
const PHOTOS = process.env.TEST_FULL === undefined ? 100 : 1_000;
const PHOTO_BYTES = 60_000_000 / PHOTOS;

/** A gallery in memory, which counts how often its photos are read. */
const createGallery = (count: number) => {
  const photos = new Map(Array.from({ length: count }, (_, index) => [`2026/${index}.avif`, index]));
  const state = { reads: 0 };
  const storage = {
    async *list(): AsyncIterable<StoredObject> {
      for (const key of photos.keys()) yield { key, bytes: PHOTO_BYTES, modifiedAt: DAY_ONE };
    },
    read: (key: string) => {
      state.reads += 1;
      const letter = photos.get(key);
      return Promise.resolve(letter === undefined ? null : Buffer.alloc(PHOTO_BYTES, letter));
    },
  };
  return { photos, storage, state };
};

const dumped = join(root, 'dump.gz');
beforeAll(() => exportDatabase({ db: app.db, kind: inject('testDatabase').kind }, dumped));

const createJob = (
  { storage }: ReturnType<typeof createGallery>,
  { check = () => Promise.resolve(), freeBytes = () => Promise.resolve(Infinity) } = {},
) =>
  createScheduledBackup({
    folder,
    source: {
      dump: async (file) => {
        await copyFile(dumped, file);
        return 'PostgreSQL';
      },
      storage,
      authSecret: app.deps.authSecret,
      secretFile: 'secret',
    },
    check,
    openBucket: () => Promise.resolve(null),
    freeBytes,
  });

/** The bytes of all files below a folder; a file with several links counts once. */
const measureFiles = async (path: string): Promise<number> => {
  const found = new Map<number, number>();
  for (const entry of await readdir(path, { recursive: true })) {
    const file = await stat(join(path, entry));
    if (file.isFile()) found.set(file.ino, file.size);
  }
  return [...found.values()].reduce((sum, bytes) => sum + bytes, 0);
};

it('thirty backups of one gallery take at most 1.1 times the bytes of one', async () => {
  const gallery = createGallery(PHOTOS);
  const run = createJob(gallery);
  await run(day(1), true);
  const one = await measureFiles(folder);
  for (let number = 2; number <= 30; number += 1) await run(day(number), true);
  const { backups } = await listBackups(folder, day(30));
  expect(backups).toHaveLength(30);
  expect(await measureFiles(folder)).toBeLessThanOrEqual(1.1 * one);
  expect(gallery.state.reads).toBe(PHOTOS);
  await verifyBackup(backups[0]?.path ?? '');
});

it('a new photo is copied, a deleted one is left out, and earlier backups are kept whole', async () => {
  const gallery = createGallery(3);
  const run = createJob(gallery);
  await run(day(1), true);
  gallery.photos.delete('2026/0.avif');
  gallery.photos.set('2026/new.avif', 1);
  await run(day(2), true);
  const [second, first] = (await listBackups(folder, day(2))).backups;
  const filesOf = async (path = '') => [...(await verifyBackup(path)).sums.keys()];
  expect(await filesOf(first?.path)).toContain('photos/2026/0.avif');
  expect(await filesOf(second?.path)).toEqual(
    expect.arrayContaining(['photos/2026/1.avif', 'photos/2026/new.avif']),
  );
  expect(await filesOf(second?.path)).not.toContain('photos/2026/0.avif');
  await rm(first?.path ?? '', { recursive: true });
  await verifyBackup(second?.path ?? '');
});

it('the backup after one that could not be restored copies all photos again', async () => {
  const gallery = createGallery(3);
  const failing = createJob(gallery, { check: () => Promise.reject(new Error('a photo is damaged')) });
  await expect(failing(day(1), true)).rejects.toThrow('a photo is damaged');
  const [first] = (await listBackups(folder, day(1))).backups;
  await truncate(join(first?.path ?? '', 'photos/2026/1.avif'), 1);
  await createJob(gallery)(day(2), true);
  await verifyBackup((await listBackups(folder, day(2))).backups[0]?.path ?? '');
  expect(gallery.state.reads).toBe(6);
});

it('a backup is not begun while less than twice of what it needs is free, and the desk says so', async () => {
  const gallery = createGallery(10);
  const backup = { folder, bucket: null, isInDataDir: true };
  const neededBytes = 2 * 10 * PHOTO_BYTES;
  const full = createJob(gallery, { freeBytes: () => Promise.resolve(neededBytes - 1) });
  await expect(full(day(1), true)).rejects.toThrow('free bytes');
  expect((await listBackups(folder, day(1))).backups).toEqual([]);
  expect(await describeBackups(backup, day(1))).toMatchObject({
    isInDataDir: true,
    lackOfSpace: { neededBytes, freeBytes: neededBytes - 1 },
  });
  await createJob(gallery, { freeBytes: () => Promise.resolve(neededBytes) })(day(1), true);
  expect(await describeBackups(backup, day(1))).toMatchObject({ lackOfSpace: null });
  // Its photos are linked, so the next one needs space for the dump alone.
  const { size } = await stat(dumped);
  expect(await createJob(gallery, { freeBytes: () => Promise.resolve(2 * size) })(day(2), true)).toBe(
    'created',
  );
});
