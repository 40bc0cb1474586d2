import { request as askNode, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStorageCache, type CachedStorage } from '#core/files/server/storage/storage-cache.ts';
import { readEnv } from '#platform/server/env.ts';
import { startHttpServer, type RunningHttpServer } from '#platform/server/http/http-server.ts';
import { setSecurityHeaders } from '#platform/server/http/security/security-headers.ts';
import { findFreePort } from '#test/servers/free-port.ts';
import { createTestStorage, type TestStorage } from '#test/test-storage.ts';
import { sendCachedPhotos, servePhoto } from './serve-photo.ts';

// Photos served from the store and from memory must give identical responses.
const content = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
const PUBLIC_URL = 'https://studio.example.com';
let opened: TestStorage;
let storage: CachedStorage;
let port = 0;
let server: RunningHttpServer;

const appOn = (source: Record<string, string>) => {
  const app = new Hono();
  app.use(setSecurityHeaders(readEnv(source).publicUrl));
  app.get('/photos/:key', servePhoto({ storage, env: readEnv(source) }));
  return app;
};

beforeAll(async () => {
  opened = await createTestStorage(new Uint8Array(32));
  storage = createStorageCache(opened.storage);
  await storage.put('a1-480.avif', content, 'image/avif');
  await storage.put('staging/raw.jpg', content, 'image/jpeg');
  port = await findFreePort();
  server = await startHttpServer({
    app: appOn({ PUBLIC_URL }),
    port,
    host: '127.0.0.1',
    publicUrl: PUBLIC_URL,
    middleware: sendCachedPhotos(storage, PUBLIC_URL),
  });
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const ask = async (method: string, address: string, headers: Record<string, string>): Promise<Answer> => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    askNode({ host: '127.0.0.1', port, method, path: address, headers: { connection: 'close', ...headers } })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
  const { date: _, connection: __, ...told } = response.headers;
  return { status: response.statusCode, headers: told, body: await buffer(response) };
};

/** Requests a photo from the store and then from memory; both responses must have the same headers. */
const askBoth = async (method = 'GET', headers: Record<string, string> = {}): Promise<Answer> => {
  await storage.delete('a1-480.avif');
  await storage.put('a1-480.avif', content, 'image/avif');
  const first = await ask(method, '/photos/a1-480.avif', headers);
  expect(storage.peek('a1-480.avif')).toBeDefined();
  const second = await ask(method, '/photos/a1-480.avif', headers);
  expect(second).toEqual(first);
  return second;
};

// Includes double-encoded paths, which a proxy may decode once.
const noPhotos = [
  '/photos/staging/raw.jpg',
  '/photos/staging%2Fraw.jpg',
  '/photos/staging%252Fraw.jpg',
  '/photos/.incoming%252Fdraft%253F.jpg',
  '/photos/..%2f..%2fetc%2fpasswd',
  '/photos/a%0d%0ab.jpg',
  '/photos/a.constructor',
  '/photos/index.html',
  '/photos/',
];

describe('S-077 serving a photo', () => {
  test('a photo is served completely, immutable, with its type and a restrictive CSP', async () => {
    const { status, headers, body } = await askBoth();
    expect(status).toBe(200);
    expect(body.equals(content)).toBe(true);
    expect(headers).toEqual({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '1000',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'image/avif',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-site',
      etag: '"a1-480.avif"',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    });
  });

  test('HEAD of a photo returns no body', async () => {
    const { status, headers, body } = await askBoth('HEAD', { range: 'bytes=0-1' });
    expect([status, headers['content-length'], body.byteLength]).toEqual([200, '1000', 0]);
  });

  test.each(['"a1-480.avif"', 'W/"a1-480.avif"', '"other", "a1-480.avif"', '*'])(
    'a photo with If-None-Match %s is answered with 304',
    async (tag) => {
      const { status, headers, body } = await askBoth('GET', { 'if-none-match': tag });
      expect([status, headers.etag, body.byteLength]).toEqual([304, '"a1-480.avif"', 0]);
    },
  );

  test.each([
    ['bytes=0-99', 'bytes 0-99/1000', 0, 100],
    ['bytes=990-', 'bytes 990-999/1000', 990, 1_000],
    ['bytes=-10', 'bytes 990-999/1000', 990, 1_000],
    ['bytes=900-5000', 'bytes 900-999/1000', 900, 1_000],
  ])('%s is sent in part', async (range, contentRange, start, end) => {
    const { status, headers, body } = await askBoth('GET', { range });
    expect([status, headers['content-range']]).toEqual([206, contentRange]);
    expect(body.equals(content.subarray(start, end))).toBe(true);
  });

  test.each<Record<string, string>>([
    { range: 'bytes=0-1,5-6' },
    { range: 'bytes=9-1' },
    { range: 'lines=1-2' },
    { range: 'bytes=-' },
    { range: 'bytes=0-1', 'if-range': '"b"' },
  ])('%j is sent whole', async (headers) => {
    expect((await askBoth('GET', headers)).status).toBe(200);
  });

  test.each(['bytes=1000-', 'bytes=-0', 'bytes=5000-6000'])(
    'the range %s of a photo is unsatisfiable',
    async (range) => {
      const { status, headers, body } = await askBoth('GET', { range });
      expect([status, headers['content-range'], body.byteLength]).toEqual([416, 'bytes */1000', 0]);
    },
  );

  test.each(noPhotos)('the path %s serves no photo', async (address) =>
    expect((await ask('GET', address, {})).status).toBe(404),
  );
});

test('X_ACCEL_PREFIX lets the reverse proxy send the file', async () => {
  const app = appOn({ X_ACCEL_PREFIX: '/photo-files/' });
  const response = await app.request('/photos/a1-480.avif');
  expect(response.headers.get('x-accel-redirect')).toBe('/photo-files/a1-480.avif');
  expect(response.headers.get('content-type')).toBe('image/avif');
  expect(response.headers.get('content-length')).toBe('0');
  // The proxy may not find the file.
  expect(response.headers.get('cache-control')).toBeNull();
  expect((await response.arrayBuffer()).byteLength).toBe(0);
});

test.each(noPhotos)('X_ACCEL_PREFIX gives no access to %s (S-077)', async (address) => {
  const refused = await appOn({ X_ACCEL_PREFIX: '/photo-files/' }).request(address);
  expect([refused.status, refused.headers.get('x-accel-redirect')]).toEqual([404, null]);
});
