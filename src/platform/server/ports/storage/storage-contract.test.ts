import { randomBytes, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mountUploads } from '#core/files/server/upload/upload-endpoint.ts';
import { createTestStorage, putUpload, type TestStorage } from '#test/test-storage.ts';
import { handleError } from '../../http/error-handler.ts';
import type { Storage, UploadGrant } from './storage.ts';

// The contract of every storage: runs on disk in `npm test` and on a real S3 gateway in `npm run test:full -- s3`.
let opened: TestStorage;
let storage: Storage;
const hono = new Hono();
beforeAll(async () => {
  opened = await createTestStorage(randomBytes(32));
  ({ storage } = opened);
  const silent = () => undefined;
  const log = { info: silent, warn: silent, error: silent, debug: silent };
  hono.onError((error, context) => handleError(context, error, log));
  mountUploads(hono, { storage, clock: { now: () => new Date() }, log }, () => Promise.resolve());
});
afterAll(() => opened.close());

const bytes = (text: string) => new TextEncoder().encode(text);
const readText = async (key: string): Promise<string | null> => {
  const found = await storage.read(key);
  return found === null ? null : Buffer.from(found).toString();
};
const keysIn = async (prefix?: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key, bytes: size } of storage.list(prefix)) found.push(`${key} ${size}`);
  return found.toSorted();
};

describe('stored objects', () => {
  test('objects are stored, replaced atomically and deleted', async () => {
    expect(await storage.read('a1-480.avif')).toBeNull();
    expect(await storage.stat('a1-480.avif')).toBeNull();
    await storage.put('a1-480.avif', bytes('first'), 'image/avif');
    await storage.put('a1-480.avif', bytes('second'), 'image/avif');
    expect(await readText('a1-480.avif')).toBe('second');
    const found = await storage.stat('a1-480.avif');
    expect(found).toMatchObject({ key: 'a1-480.avif', bytes: 6 });
    expect(Math.abs(Date.now() - (found?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
    await storage.delete('a1-480.avif');
    await storage.delete('a1-480.avif');
    expect(await storage.read('a1-480.avif')).toBeNull();
  });

  test('concurrent writes of one key leave one complete object', async () => {
    const candidates = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000));
    await Promise.all(candidates.map((text) => storage.put('crowd.jpg', bytes(text), 'image/jpeg')));
    expect(candidates).toContain(await readText('crowd.jpg'));
    await storage.delete('crowd.jpg');
  });

  test('objects are listed by prefix with their sizes', async () => {
    expect(await keysIn()).toEqual([]);
    await storage.put('a.jpg', bytes('1'), 'image/jpeg');
    await storage.put('staging/b.jpg', bytes('22'), 'image/jpeg');
    expect(await keysIn()).toEqual(['a.jpg 1', 'staging/b.jpg 2']);
    expect(await keysIn('staging/')).toEqual(['staging/b.jpg 2']);
    expect(await storage.stat('staging/b.jpg')).toMatchObject({ bytes: 2 });
    await storage.put('private/c.jpg', bytes('333'), 'image/jpeg');
    expect(await keysIn()).toEqual(['a.jpg 1', 'private/c.jpg 3', 'staging/b.jpg 2']);
    expect(await keysIn('private/')).toEqual(['private/c.jpg 3']);
    await Promise.all(['a.jpg', 'private/c.jpg', 'staging/b.jpg'].map((key) => storage.delete(key)));
  });

  test('invalid keys are rejected', async () => {
    for (const key of [
      '../secret.jpg',
      '/etc/passwd',
      '.incoming/x.jpg',
      'a//b.jpg',
      'A.jpg',
      'a%2f..jpg',
      '',
    ]) {
      expect(await storage.read(key), key).toBeNull();
      expect(await storage.stat(key), key).toBeNull();
      await expect(storage.put(key, bytes('x'), 'image/jpeg'), key).rejects.toThrow('not a storage key');
      await expect(storage.delete(key), key).rejects.toThrow('not a storage key');
    }
  });

  test('S-077 the public URL of an object contains only its name', () => {
    expect(storage.url('a1.jpg')).toBe('/photos/a1.jpg');
  });
});

describe('S-072 a signed upload', () => {
  const photo = bytes('the bytes of a photograph');
  const uploadOf = (part: Partial<UploadGrant> = {}): UploadGrant => ({
    key: `staging/${randomUUID()}.jpg`,
    contentType: 'image/jpeg',
    contentLength: photo.byteLength,
    expiresAt: new Date(Date.now() + 300_000),
    ...part,
  });
  const statusOf = async (
    upload: UploadGrant,
    body = photo,
    headers: Record<string, string> = {},
    change = (url: string) => url,
  ): Promise<number> => {
    const signed = await storage.signUpload(upload);
    const response = await putUpload(hono, { ...signed, url: change(signed.url) }, body, headers);
    await response.body?.cancel();
    return response.status;
  };

  test('a signed upload stores the file once', async () => {
    const upload = uploadOf();
    const signed = await storage.signUpload(upload);
    expect((await putUpload(hono, signed, photo)).status).toBe(200);
    expect(await readText(upload.key)).toBe('the bytes of a photograph');
    expect((await putUpload(hono, signed, photo)).status).toBe(412);
    expect(await readText(upload.key)).toBe('the bytes of a photograph');
  });

  test('a signed upload without a length requires only the content type', async () => {
    const upload = uploadOf({ contentLength: null });
    expect((await storage.signUpload(upload)).headers).toEqual({ 'content-type': 'image/jpeg' });
    expect(await statusOf(upload)).toBe(200);
    expect(await storage.stat(upload.key)).toMatchObject({ bytes: photo.byteLength });
  });

  test('of concurrent uploads to one signed URL one succeeds', async () => {
    const signed = await storage.signUpload(uploadOf());
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await putUpload(hono, signed, photo)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 412]));
  });

  test('a signed upload with another type, length, key or after expiry is rejected and stores nothing', async () => {
    const left = await keysIn();
    expect(await statusOf(uploadOf(), photo, { 'content-type': 'text/html' })).toBe(403);
    expect(await statusOf(uploadOf(), photo, { 'content-type': 'image/png' })).toBe(403);
    expect(await statusOf(uploadOf(), bytes('shorter'))).toBe(403);
    expect(await statusOf(uploadOf(), bytes('x'.repeat(1_000)))).toBe(403);
    const other = `staging/${randomUUID()}.jpg`;
    expect(await statusOf(uploadOf(), photo, {}, (url) => url.replace(/staging\/[^?]+/, other))).toBe(403);
    expect(
      await statusOf(uploadOf(), photo, {}, (url) => url.replace(/staging\/[^?]+/, 'photos/a.jpg')),
    ).not.toBe(200);
    expect(await statusOf(uploadOf({ expiresAt: new Date(Date.now() - 1_000) }))).toBe(403);
    expect(await statusOf(uploadOf(), photo, {}, (url) => url.replace(/(signature=)./i, '$1!'))).toBe(403);
    expect(await keysIn()).toEqual(left);
  });
});
