import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '#test/free-port.ts';
import { createS3Storage } from './s3-storage.ts';
import type { S3Settings } from './s3-storage.ts';

// A store that is away: what the real gateway cannot be told to be.
let server: Server;
let port = 0;
beforeAll(async () => {
  port = await findFreePort();
  server = createServer((_, response) => response.writeHead(500).end());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

const settings: S3Settings = {
  bucket: 'photos',
  endpoint: 'http://127.0.0.1:9',
  region: 'kr-standard',
  accessKeyId: 'KEY',
  secretAccessKey: 'SECRET',
  publicUrl: undefined,
};
const open = (part: Partial<S3Settings> = {}) => {
  const logged: unknown[] = [];
  const log = { error: (fact: unknown) => void logged.push(fact) };
  return { storage: createS3Storage({ ...settings, ...part }, log), logged };
};
const upload = {
  key: 'staging/a.jpg',
  contentType: 'image/jpeg',
  contentLength: 10,
  expiresAt: new Date('2026-11-21T01:05:00Z'),
};

test.each(['refuses connections', 'answers 500'])(
  'F-12 a store that %s refuses every call as unavailable',
  async (how) => {
    const { storage, logged } = open(how === 'answers 500' ? { endpoint: `http://127.0.0.1:${port}` } : {});
    const unavailable = { code: 'UNAVAILABLE', retryAfter: 5 };
    await expect(storage.read('a.jpg')).rejects.toMatchObject(unavailable);
    await expect(storage.stat('a.jpg')).rejects.toMatchObject(unavailable);
    await expect(storage.put('a.jpg', new Uint8Array(1), 'image/jpeg')).rejects.toMatchObject(unavailable);
    await expect(storage.delete('a.jpg')).rejects.toMatchObject(unavailable);
    await expect(storage.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable);
    expect(logged).toHaveLength(5);
  },
);

test('F-12 signs without asking the store', async () => {
  const { url, headers } = await open().storage.signUpload(upload);
  const { origin, pathname, searchParams } = new URL(url);
  expect(`${origin}${pathname}`).toBe('http://127.0.0.1:9/photos/staging/a.jpg');
  expect(headers).toEqual({ 'content-type': 'image/jpeg', 'if-none-match': '*' });
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
  expect([searchParams.get('X-Amz-Date'), searchParams.get('X-Amz-Expires')]).toEqual([
    '20261121T010000Z',
    '300',
  ]);
});

test('a photo’s address is ours, or the store’s own when visitors reach it', () => {
  expect(open().storage.url('a.jpg')).toBe('/photos/a.jpg');
  expect(open({ publicUrl: 'https://cdn.example.com' }).storage.url('a.jpg')).toBe(
    'https://cdn.example.com/photos/a.jpg',
  );
});
