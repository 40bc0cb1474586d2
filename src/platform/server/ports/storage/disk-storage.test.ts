import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';
import { createUploadSigner } from './upload-signer.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sajingwan-storage-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const uploads = createUploadSigner(randomBytes(32));
const diskAt = (folder: string) => createDiskStorage(folder, uploads);

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('writing a photo leaves no draft file', async () => {
  const storage = diskAt(path.join(root, 'plain'));
  await storage.put('a1-480.avif', bytes('first'), 'image/avif');
  await storage.put('a1-480.avif', bytes('second'), 'image/avif');
  expect(await readdir(path.join(root, 'plain', '.incoming'))).toEqual([]);
});

test('no key can address a file outside of the folder or a draft', async () => {
  const storage = diskAt(path.join(root, 'closed'));
  await writeFile(path.join(root, 'secret.jpg'), 'secret');
  const strange = [
    '../secret.jpg',
    'a/../../secret.jpg',
    '/etc/passwd',
    '..',
    '.incoming/x.jpg',
    'a//b.jpg',
    'a\\b.jpg',
    'a%2f..jpg',
    'a\0.jpg',
    'A.jpg',
    '',
    'x'.repeat(300),
  ];
  for (const key of strange) {
    expect(await storage.read(key), key).toBeNull();
    await expect(storage.put(key, bytes('x'), 'image/jpeg'), key).rejects.toThrow('not a storage key');
    await expect(storage.delete(key), key).rejects.toThrow('not a storage key');
  }
});

test('stale drafts are removed and recent ones are kept', async () => {
  const folder = path.join(root, 'leftovers');
  await diskAt(folder).put('a.jpg', bytes('a'), 'image/jpeg');
  await writeFile(path.join(folder, '.incoming', 'old'), 'half');
  await writeFile(path.join(folder, '.incoming', 'young'), 'half');
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(path.join(folder, '.incoming', 'old'), yesterday, yesterday);
  await diskAt(folder).removeStaleDrafts?.();
  expect(await readdir(path.join(folder, '.incoming'))).toEqual(['young']);
});

test('removing stale drafts works without a folder', async () => {
  const folder = path.join(root, 'unwritten');
  await diskAt(folder).removeStaleDrafts?.();
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
});

test('writing continues after the folder was replaced by a backup', async () => {
  const folder = path.join(root, 'deeper', 'exchanged');
  const storage = diskAt(folder);
  await storage.put('a.jpg', bytes('a'), 'image/jpeg');
  await rm(folder, { recursive: true });
  await storage.put('b.jpg', bytes('b'), 'image/jpeg');
  expect(await readdir(folder)).toEqual(['.incoming', 'b.jpg']);
});

test('the free space is known before the first file is stored', async () => {
  expect(await diskAt(path.join(root, 'first', 'photos')).freeBytes?.()).toBeGreaterThan(0);
});

test('drafts are not listed', async () => {
  const folder = path.join(root, 'listed');
  await diskAt(folder).put('a.jpg', bytes('1'), 'image/jpeg');
  await writeFile(path.join(folder, '.incoming', 'half'), 'half');
  const found: string[] = [];
  for await (const { key } of diskAt(folder).list()) found.push(key);
  expect(found).toEqual(['a.jpg']);
});
