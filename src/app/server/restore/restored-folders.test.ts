import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { applyCompleteRestore, completeRestore, isOnOneDisk, restorePaths } from './restored-folders.ts';

const root = await mkdtemp(join(tmpdir(), 'sajingwan-folders-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const fill = async (folder: string, text: string): Promise<void> => {
  await mkdir(join(folder, 'db'), { recursive: true });
  await mkdir(join(folder, 'photos'));
  for (const file of ['db/one', 'photos/one', 'auth-secret']) await writeFile(join(folder, file), text);
};
const readAll = (folder: string): Promise<string[]> =>
  Promise.all(['db/one', 'photos/one', 'auth-secret'].map((file) => readFile(join(folder, file), 'utf8')));

/** A data folder with old content and a restore of new content, complete or not. */
const prepare = async (isComplete: boolean): Promise<string> => {
  const dataDir = await mkdtemp(join(root, 'data-'));
  await fill(dataDir, 'old');
  await writeFile(join(dataDir, 'erasures.jsonl'), 'kept');
  await fill(restorePaths(dataDir).target, 'new');
  if (isComplete) await completeRestore(dataDir, 'hash');
  return dataDir;
};

it('S-138 a start uses a complete restore and keeps the other files of the data folder', async () => {
  const dataDir = await prepare(true);
  expect(await applyCompleteRestore(dataDir)).toBe('hash');
  expect(await readAll(dataDir)).toEqual(['new', 'new', 'new']);
  expect((await readdir(dataDir)).sort()).toEqual(['auth-secret', 'db', 'erasures.jsonl', 'photos']);
  expect(await applyCompleteRestore(dataDir)).toBeNull();
});

it('S-138 a start leaves a restore alone that is not complete', async () => {
  const dataDir = await prepare(false);
  expect(await applyCompleteRestore(dataDir)).toBeNull();
  expect(await readAll(dataDir)).toEqual(['old', 'old', 'old']);
});

it.each(['db', 'photos', 'auth-secret'])(
  'S-138 a start that was interrupted before it moved %s is continued by the next',
  async (name) => {
    const dataDir = await prepare(true);
    const moved = ['db', 'photos', 'auth-secret'];
    for (const earlier of moved.slice(0, moved.indexOf(name))) {
      await rm(join(dataDir, earlier), { recursive: true });
      await rename(join(restorePaths(dataDir).folder, 'complete', earlier), join(dataDir, earlier));
    }
    await rm(join(dataDir, name), { recursive: true });
    await applyCompleteRestore(dataDir);
    expect(await readAll(dataDir)).toEqual(['new', 'new', 'new']);
  },
);

it('photos on a disk of their own cannot be replaced', async () => {
  const dataDir = await mkdtemp(join(root, 'disks-'));
  expect(await isOnOneDisk(dataDir)).toBe(true);
  await symlink('/dev', join(dataDir, 'photos'));
  expect(await isOnOneDisk(dataDir)).toBe(false);
});
