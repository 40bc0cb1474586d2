import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack, type Header } from 'tar-stream';
import { afterAll, expect, it } from 'vitest';
import { unpackBackup } from './unpack-backup.ts';

const root = await mkdtemp(join(tmpdir(), 'sajingwan-unpack-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const PASSPHRASE = '바다 건너 세 번째 등대';
const NOT_BACKUP = '사진관의 백업 파일이 아닙니다.';
const DAMAGED = '파일이 손상되었습니다.';
const dump = gzipSync('{}\n');

type Entry = readonly [header: Pick<Header, 'name'> & Partial<Header>, content: string | Buffer];
const backup: readonly Entry[] = [
  [{ name: 'sajingwan-1/', type: 'directory' }, ''],
  [{ name: 'sajingwan-1/manifest.json' }, '{}'],
  [{ name: 'sajingwan-1/database.jsonl.gz' }, dump],
  [{ name: 'sajingwan-1/photos/a-480.avif' }, 'photo'],
];

const encrypt = (bytes: Buffer, workFactor = 4): Promise<Uint8Array> => {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(PASSPHRASE);
  encrypter.setScryptWorkFactor(workFactor);
  return encrypter.encrypt(bytes);
};

const packEntries = (entries: readonly Entry[]): Promise<Buffer> => {
  const tar = pack();
  for (const [header, content] of entries) tar.entry(header, content);
  tar.finalize();
  return buffer(tar);
};

let files = 0;
/** Unpacks the bytes of an age file into a new folder and returns the folder. */
const unpack = async (
  bytes: Uint8Array | string,
  passphrase = PASSPHRASE,
  limits?: Parameters<typeof unpackBackup>[3],
): Promise<string> => {
  files += 1;
  const [file, folder] = [join(root, `${files}.age`), join(root, `${files}`, 'inner')];
  await mkdir(folder, { recursive: true });
  await writeFile(file, bytes);
  await unpackBackup(file, passphrase, folder, limits);
  return folder;
};
const unpackEntries = async (
  entries: readonly Entry[],
  limits?: Parameters<typeof unpackBackup>[3],
): Promise<string> => unpack(await encrypt(await packEntries(entries)), PASSPHRASE, limits);

it('a backup is unpacked without the name of its folder', async () => {
  const folder = await unpackEntries(backup);
  expect((await readdir(folder)).sort()).toEqual(['database.jsonl.gz', 'manifest.json', 'photos']);
  expect(await readFile(join(folder, 'photos/a-480.avif'), 'utf8')).toBe('photo');
});

it.each<Partial<Header> & Pick<Header, 'name'>>([
  { name: 'sajingwan-1/../../outside.txt' },
  { name: '../outside.txt' },
  { name: '/etc/outside.txt' },
  { name: 'sajingwan-1/photos/../../../outside.txt' },
  { name: 'sajingwan-1/photos//outside.txt' },
  { name: 'sajingwan-1/photos/.hidden' },
  { name: 'sajingwan-1/db/base/1' },
  { name: 'sajingwan-1/lock.1' },
  { name: 'sajingwan-1/photos/a.jpg', type: 'symlink', linkname: '/etc/passwd' },
  { name: 'sajingwan-1/auth-secret', type: 'link', linkname: '../../auth-secret' },
  { name: 'sajingwan-1/auth-secret', type: 'fifo' },
  { name: 'sajingwan-1/auth-secret', type: 'character-device' },
])('S-134 a tar with $type $name is rejected', async (header) => {
  await expect(unpackEntries([...backup, [header, '']])).rejects.toThrow(NOT_BACKUP);
  const outside = await readdir(root, { recursive: true });
  expect(outside.filter((path) => path.includes('outside'))).toEqual([]);
});

it('S-134 a tar that names a file twice, or has too many, is rejected', async () => {
  await expect(unpackEntries([...backup, ...backup])).rejects.toThrow(DAMAGED);
  await expect(unpackEntries(backup, { files: 2, dumpBytes: 1_000 })).rejects.toThrow(NOT_BACKUP);
});

it('S-135 another passphrase opens nothing', async () => {
  const bytes = await encrypt(await packEntries(backup));
  await expect(unpack(bytes, 'another passphrase')).rejects.toThrow('암호가 맞지 않습니다.');
});

it('S-135 a file whose passphrase takes too much memory to check, or that is no age file, is not read', async () => {
  for (const bytes of ['', 'PK\u0003\u0004', 'age-encryption.org/v1\n-> X25519 abc\n'])
    await expect(unpack(bytes), bytes).rejects.toThrow(NOT_BACKUP);
  const text = Buffer.from(await encrypt(Buffer.from(''))).toString('latin1');
  const costly = Buffer.from(text.replace(/(-> scrypt \S+) 4\n/, '$1 19\n'), 'latin1');
  await expect(unpack(costly)).rejects.toThrow(NOT_BACKUP);
});

it('S-136 a dump that decompresses to more than the limit is rejected', async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000));
  const entries: readonly Entry[] = [[{ name: 'sajingwan-1/database.jsonl.gz' }, bomb]];
  expect(bomb.byteLength).toBeLessThan(2_000);
  await expect(unpackEntries(entries, { files: 10, dumpBytes: 999_999 })).rejects.toThrow(NOT_BACKUP);
});

it('S-137 a file that is cut off or changed is rejected', async () => {
  const bytes = await encrypt(await packEntries(backup));
  await expect(unpack(bytes.slice(0, -1))).rejects.toThrow(DAMAGED);
  const changed = Uint8Array.from(bytes);
  changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
  await expect(unpack(changed)).rejects.toThrow(DAMAGED);
});
