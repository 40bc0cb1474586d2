import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { createTestS3Config } from '#test/test-storage.ts';
import { createBackupBucket } from './s3-backup-bucket.ts';
import { createS3Client } from './s3-storage.ts';

const config = createTestS3Config();
const bucket = createBackupBucket(config);
const listAll = async (prefix: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const name of bucket.list(prefix)) names.push(name);
  return names.toSorted();
};

test('a backup bucket stores, lists and deletes files of any name', async () => {
  const client = createS3Client(config);
  await client.send(new CreateBucketCommand({ Bucket: config.bucket }));
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-bucket-'));
  const file = join(folder, 'dump');
  await writeFile(file, Buffer.alloc(3_000_000, 7));
  const names = ['sajingwan-20261121T190000Z/SHA256SUMS', 'sajingwan-20261121T190000Z/photos/a-480.avif'];
  for (const name of [...names, 'other/file']) await bucket.put(name, file);
  expect(await listAll('sajingwan-')).toEqual(names);
  await bucket.get(names[0]!, join(folder, 'copy'));
  expect((await readFile(join(folder, 'copy'))).equals(Buffer.alloc(3_000_000, 7))).toBe(true);
  await expect(bucket.get('missing', join(folder, 'missing'))).rejects.toThrow();
  for (const name of names) await bucket.delete(name);
  await bucket.delete('missing');
  expect(await listAll('')).toEqual(['other/file']);
  await rm(folder, { recursive: true });
});

test('a backup bucket rejects when the bucket is missing', async () => {
  const missing = createBackupBucket({ ...config, bucket: `${config.bucket}-missing` });
  const names = missing.list('')[Symbol.asyncIterator]();
  await expect(names.next()).rejects.toThrow();
});
