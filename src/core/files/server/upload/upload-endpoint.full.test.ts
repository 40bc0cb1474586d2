import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleError } from '#platform/server/http/error-handler.ts';
import { startHttpServer, type RunningHttpServer } from '#platform/server/http/http-server.ts';
import { createDiskStorage } from '#platform/server/ports/storage/disk-storage.ts';
import type { UploadGrant, UploadReceiver } from '#platform/server/ports/storage/storage.ts';
import { createUploadSigner } from '#platform/server/ports/storage/upload-signer.ts';
import { createSystemError, overrideStorage } from '#test/fakes/fault-injection.ts';
import { findFreePort } from '#test/servers/free-port.ts';
import { photoUploadLimits } from '../../contract/photo-uploads.ts';
import { mountUploads } from './upload-endpoint.ts';

// Uses real connections to test bodies that arrive slowly or not at all.
const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, debug: silent };
let folder = '';
let port = 0;
let server: RunningHttpServer;
const secret = randomBytes(32);
const storageAt = () => createDiskStorage(folder, createUploadSigner(secret));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sajingwan-uploads-'));
  port = await findFreePort();
  const app = new Hono();
  app.onError((error, context) => handleError(context, error, log));
  app.post('/api/echo', async (context) => context.text(await context.req.text()));
  mountUploads(app, { storage: storageAt(), clock: { now: () => new Date() }, log }, () => Promise.resolve());
  server = await startHttpServer({
    app,
    port,
    host: '127.0.0.1',
    publicUrl: 'http://localhost',
    bodyTimeLimits: { defaultMs: 300, uploadMs: 60_000 },
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const sign = (part: Partial<UploadGrant> = {}) =>
  storageAt().signUpload({
    key: `staging/${randomUUID()}.jpg`,
    contentType: 'image/jpeg',
    contentLength: null,
    expiresAt: new Date(Date.now() + 300_000),
    ...part,
  });

const send = (head: readonly string[]): Socket => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', silent);
  socket.write(`${head.join('\r\n')}\r\nHost: 127.0.0.1\r\n\r\n`);
  return socket;
};
const answerOf = async (socket: Socket): Promise<string> => {
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
  // Not `once`, which rejects when the connection is reset.
  await new Promise((resolve) => socket.once('close', resolve));
  return response;
};
const startUpload = (url: string, length: number): Socket =>
  send([`PUT ${url} HTTP/1.1`, 'Content-Type: image/jpeg', `Content-Length: ${length}`]);
const draftsIn = () => readdir(path.join(folder, '.incoming')).catch(() => []);

describe('an upload to disk storage', () => {
  test('an upload of the maximum size is stored completely', async () => {
    const photo = randomBytes(photoUploadLimits.bytes);
    const key = `staging/${randomUUID()}.jpg`;
    const { url, headers } = await sign({ key, contentLength: photo.byteLength });
    const response = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'PUT', headers, body: photo });
    expect(response.status).toBe(200);
    expect(photo.equals((await storageAt().read(key)) ?? randomBytes(1))).toBe(true);
    await storageAt().delete(key);
  });

  test('an upload beyond the maximum size is rejected without reading it', async () => {
    const { url } = await sign();
    const result = await answerOf(startUpload(url, photoUploadLimits.bytes + 1));
    expect(result).toContain(' 413 ');
    expect(result).toContain('80MB까지 업로드할 수 있습니다.');
  });

  test('an upload without Content-Length is rejected when a length was signed, and limited otherwise', async () => {
    const chunked = async (url: string, size: number) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new Uint8Array(size));
          controller.close();
        },
      });
      const init = { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body, duplex: 'half' };
      return (await fetch(`http://127.0.0.1:${port}${url}`, init)).status;
    };
    expect(await chunked((await sign({ contentLength: 5 })).url, 5)).toBe(411);
    expect(await chunked((await sign()).url, 5)).toBe(200);
    const key = `staging/${randomUUID()}.jpg`;
    expect(await chunked((await sign({ key })).url, photoUploadLimits.bytes + 1)).toBe(413);
    expect(await chunked((await sign({ key })).url, 0)).toBe(400);
    expect(await storageAt().stat(key)).toBeNull();
  });

  test('an interrupted upload leaves nothing and can be repeated', async () => {
    const key = `staging/${randomUUID()}.jpg`;
    const { url } = await sign({ key, contentLength: 200_000 });
    const socket = startUpload(url, 200_000);
    socket.write(Buffer.alloc(100_000));
    await expect.poll(() => draftsIn()).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => draftsIn()).toEqual([]);
    expect(await storageAt().stat(key)).toBeNull();
    const headers = { 'content-type': 'image/jpeg' };
    const again = { method: 'PUT', headers, body: Buffer.alloc(200_000) };
    expect((await fetch(`http://127.0.0.1:${port}${url}`, again)).status).toBe(200);
  });

  test('a second transfer to the same URL is refused while the first runs', async () => {
    const key = `staging/${randomUUID()}.jpg`;
    const { url, headers } = await sign({ key });
    const socket = startUpload(url, 200_000);
    socket.write(Buffer.alloc(100_000));
    await expect.poll(() => draftsIn()).toHaveLength(1);
    const second = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'PUT', headers, body: 'x' });
    expect(second.status).toBe(412);
    expect(await storageAt().stat(key)).toBeNull();
    socket.write(Buffer.alloc(100_000));
    await expect.poll(() => storageAt().stat(key)).toMatchObject({ bytes: 200_000 });
    socket.destroy();
  });

  test('an upload to a full disk is rejected as UNAVAILABLE', async () => {
    const storage = storageAt();
    const verify: UploadReceiver['verify'] = (key, query) =>
      storage.uploadReceiver?.verify(key, query) ?? null;
    const inbox: UploadReceiver = { verify, receive: () => Promise.reject(createSystemError('ENOSPC')) };
    const app = new Hono();
    app.onError((error, context) => handleError(context, error, log));
    const deps = {
      storage: overrideStorage(storage, { uploadReceiver: inbox }),
      clock: { now: () => new Date() },
      log,
    };
    mountUploads(app, deps, () => Promise.resolve());
    const { url, headers } = await sign();
    const response = await app.request(url, { method: 'PUT', headers, body: 'x' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
  });

  test('S-067 an upload without a valid signature is rejected before its body is read', async () => {
    const { url } = await sign();
    const forged = url.replace(/signature=./, 'signature=!');
    const socket = startUpload(forged, 1_000_000);
    socket.write('x');
    const response = await answerOf(socket);
    expect(response).toContain(' 403 ');
    expect(response).toContain('"code":"UPLOAD_REFUSED"');
  });

  test('an upload may be slower than other request bodies', async () => {
    const { url } = await sign({ contentLength: 2 });
    const upload = startUpload(url, 2);
    upload.write('x');
    // Starts later and ends sooner: by then the upload's connection has outlived the usual timeout.
    const slow = send(['POST /api/echo HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 2']);
    slow.write('{');
    expect(await answerOf(slow)).toBe('');
    upload.write('y');
    const [response] = (await once(upload, 'data')) as [Buffer];
    expect(response.toString()).toContain(' 200 ');
    upload.destroy();
  });
});

test('S-067 another request whose body arrives byte by byte is disconnected', async () => {
  const socket = send(['POST /api/echo HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 1000']);
  const drip = setInterval(() => socket.write('x'), 50);
  expect(await answerOf(socket)).toBe('');
  clearInterval(drip);
});
