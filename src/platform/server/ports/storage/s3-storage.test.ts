import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '#test/servers/free-port.ts';
import { createS3Storage, type S3Config } from './s3-storage.ts';

// An unavailable store, which cannot be simulated with the real gateway.
const listenWith = async (response: RequestListener): Promise<{ server: Server; endpoint: string }> => {
  const server = createServer(response);
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, endpoint: `http://127.0.0.1:${port}` };
};
let failing: { server: Server; endpoint: string };
let silent: { server: Server; endpoint: string };
beforeAll(async () => {
  failing = await listenWith((_, response) => response.writeHead(500).end());
  silent = await listenWith(() => undefined);
});
afterAll(() => {
  for (const { server } of [failing, silent]) {
    server.close();
    server.closeAllConnections();
  }
});

const config: S3Config = {
  bucket: 'photos',
  endpoint: 'http://127.0.0.1:9',
  region: 'kr-standard',
  accessKeyId: 'KEY',
  secretAccessKey: 'SECRET',
  publicUrl: undefined,
};
// The usual timeouts, shortened.
const patience = {
  connectionTimeout: 200,
  socketTimeout: 200,
  requestTimeout: 400,
  throwOnRequestTimeout: true,
};
const open = (part: Partial<S3Config> = {}) => {
  const logged: unknown[] = [];
  const log = { error: (fact: unknown) => void logged.push(fact) };
  return { storage: createS3Storage({ ...config, ...part }, log, patience), logged };
};
const upload = {
  key: 'staging/a.jpg',
  contentType: 'image/jpeg',
  contentLength: 10,
  expiresAt: new Date('2026-11-21T01:05:00Z'),
};

const endpointOf = {
  'refuses connections': () => config.endpoint,
  'answers 500': () => failing.endpoint,
  'never answers': () => silent.endpoint,
};

test.each(['refuses connections', 'answers 500', 'never answers'] as const)(
  'F-12 with a store that %s every call fails as unavailable',
  async (how) => {
    const { storage, logged } = open({ endpoint: endpointOf[how]() });
    const unavailable = { code: 'UNAVAILABLE', retryAfter: 5 };
    await expect(storage.read('a.jpg')).rejects.toMatchObject(unavailable);
    await expect(storage.stat('a.jpg')).rejects.toMatchObject(unavailable);
    await expect(storage.put('a.jpg', new Uint8Array(1), 'image/jpeg')).rejects.toMatchObject(unavailable);
    await expect(storage.delete('a.jpg')).rejects.toMatchObject(unavailable);
    await expect(storage.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable);
    expect(logged).toHaveLength(5);
  },
);

test('F-12 signing an upload sends no request to the store', async () => {
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

test('a photo URL points to our server, or to the store when S3_PUBLIC_URL is set', () => {
  expect(open().storage.url('a.jpg')).toBe('/photos/a.jpg');
  expect(open({ publicUrl: 'https://cdn.example.com' }).storage.url('a.jpg')).toBe(
    'https://cdn.example.com/photos/a.jpg',
  );
});
