import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Hono } from 'hono';
import { type Clock, systemClock } from '#platform/server/ports/clock.ts';
import { createDiskStorage } from '#platform/server/ports/storage/disk-storage.ts';
import type { S3Config } from '#platform/server/ports/storage/s3-storage.ts';
import type { SignedUpload, Storage } from '#platform/server/ports/storage/storage.ts';
import { createUploadSigner } from '#platform/server/ports/storage/upload-signer.ts';

export interface TestStorage {
  readonly kind: 'disk' | 's3';
  readonly storage: Storage;
  close(): Promise<void>;
}

const createTestDiskStorage = async (authSecret: Uint8Array): Promise<TestStorage> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sajingwan-photos-'));
  return {
    kind: 'disk',
    storage: createDiskStorage(folder, createUploadSigner(authSecret)),
    close: () => rm(folder, { recursive: true, force: true }),
  };
};

/** The S3 gateway at `TEST_S3_ENDPOINT`, which `npm run test:full` sets, with a new bucket name. */
export const createTestS3Config = (): S3Config => ({
  bucket: `test-${randomBytes(6).toString('hex')}`,
  endpoint: process.env['TEST_S3_ENDPOINT'] ?? '',
  region: process.env['TEST_S3_REGION'] ?? 'us-east-1',
  accessKeyId: process.env['TEST_S3_ACCESS_KEY_ID'] ?? '',
  secretAccessKey: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  publicUrl: undefined,
});

const createTestS3Storage = async (clock: Clock): Promise<TestStorage> => {
  const [{ CreateBucketCommand, DeleteBucketCommand }, { createS3Client, createS3Storage }] =
    await Promise.all([import('@aws-sdk/client-s3'), import('#platform/server/ports/storage/s3-storage.ts')]);
  const config = createTestS3Config();
  const client = createS3Client(config);
  const bucket = { Bucket: config.bucket };
  await client.send(new CreateBucketCommand(bucket));
  const storage = createS3Storage(config, { error: () => undefined });
  return {
    kind: 's3',
    storage: {
      ...storage,
      // The gateway checks expiry against the system clock, so the expiry is shifted from the test's clock to it.
      signUpload: (upload) =>
        storage.signUpload({
          ...upload,
          expiresAt: new Date(upload.expiresAt.getTime() + Date.now() - clock.now().getTime()),
        }),
    },
    close: async () => {
      for await (const { key } of storage.list()) await storage.delete(key);
      await client.send(new DeleteBucketCommand(bucket));
      client.destroy();
    },
  };
};

/** Creates an empty storage for one test file: in S3 if `TEST_STORAGE` is `s3`, else on disk. */
export const createTestStorage = (authSecret: Uint8Array, clock: Clock = systemClock): Promise<TestStorage> =>
  process.env['TEST_STORAGE'] === 's3' ? createTestS3Storage(clock) : createTestDiskStorage(authSecret);

/** Uploads a file to a signed URL like a browser. `headers` override the required headers. */
export const putUpload = async (
  hono: Hono,
  { url, headers: requested }: SignedUpload,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const init = { method: 'PUT', body: bytes };
  const sent = { ...requested, ...headers };
  if (!url.startsWith('/')) return fetch(url, { ...init, headers: sent });
  return hono.request(url, { ...init, headers: { 'content-length': String(bytes.byteLength), ...sent } });
};
