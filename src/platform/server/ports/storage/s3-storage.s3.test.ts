import { readFile } from 'node:fs/promises';
import {
  CreateBucketCommand,
  PutBucketCorsCommand,
  PutBucketPolicyCommand,
  type CORSConfiguration,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestS3Config } from '#test/test-storage.ts';
import { createS3Client, createS3Storage, type S3Config } from './s3-storage.ts';
import type { Storage } from './storage.ts';

// Tests the setup of docs/guide/photos.md on a real gateway.
let config: S3Config;
let storage: Storage;
const bytes = new TextEncoder().encode('a photograph');
const STUDIO = 'https://studio.example.com';

beforeAll(async () => {
  const plain = createTestS3Config();
  config = { ...plain, publicUrl: `${plain.endpoint}/${plain.bucket}` };
  storage = createS3Storage(config, { error: () => undefined });
  const client = createS3Client(config);
  const Bucket = config.bucket;
  await client.send(new CreateBucketCommand({ Bucket }));
  const cors = JSON.parse(await readFile('docs/s3/cors.json', 'utf8')) as CORSConfiguration;
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: cors }));
  const policy = (await readFile('docs/s3/public-read-policy.json', 'utf8')).replace('sajingwan', Bucket);
  await client.send(new PutBucketPolicyCommand({ Bucket, Policy: policy }));
  await storage.put('a1.jpg', bytes, 'image/jpeg');
  await storage.put('staging/b2.jpg', bytes, 'image/jpeg');
});

const ask = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  await response.body?.cancel();
  return response;
};

describe('S-077 a bucket that browsers read directly', () => {
  test('the bucket serves published photos with immutable caching', async () => {
    const { status, headers } = await ask(storage.url('a1.jpg'));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('the bucket allows no listing, no access to staging, and no unsigned uploads', async () => {
    const bucket = `${config.endpoint}/${config.bucket}`;
    expect((await ask(`${bucket}/staging/b2.jpg`)).status).toBe(403);
    expect((await ask(bucket)).status).toBe(403);
    expect((await ask(`${bucket}/?list-type=2&prefix=photos/`)).status).toBe(403);
    expect((await ask(`${bucket}/photos/a1.jpg`, { method: 'PUT', body: bytes })).status).toBe(403);
    expect((await ask(`${bucket}/photos/a1.jpg`, { method: 'DELETE' })).status).toBe(403);
  });
});

describe('CORS', () => {
  const preflight = async (origin: string, headers: string) => {
    const { url } = await storage.signUpload({
      key: 'staging/c3.jpg',
      contentType: 'image/jpeg',
      contentLength: 3,
      expiresAt: new Date(Date.now() + 300_000),
    });
    return ask(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': headers,
      },
    });
  };

  test('CORS allows uploads from the studio’s site', async () => {
    const { status, headers } = await preflight(STUDIO, 'content-type,if-none-match');
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(STUDIO);
  });

  test('CORS rejects uploads from other sites', async () => {
    const { headers } = await preflight('https://evil.example.com', 'content-type,if-none-match');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('wrong S3 credentials are reported as unavailable storage', async () => {
  const errors: unknown[] = [];
  const closed = createS3Storage(
    { ...config, secretAccessKey: 'wrong' },
    { error: (fact: unknown) => void errors.push(fact) },
  );
  await expect(closed.read('a1.jpg')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(errors).toMatchObject([{ event: 'storage_failed', resultCode: 'SignatureDoesNotMatch' }]);
});
