import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { appError } from '../../../contract/errors.ts';
import { IMMUTABLE_CACHE_CONTROL } from '../../files/immutable-cache.ts';
import type { Log } from '../log.ts';
import {
  uploadTtl,
  isHiddenKey,
  hiddenPrefixes,
  isStorageKey,
  type SignedUpload,
  type Storage,
  type UploadGrant,
} from './storage.ts';

export interface S3Config {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The base URL from which browsers load `photos/…`; this server when undefined. */
  readonly publicUrl: string | undefined;
}

// Short timeouts: visitors wait for the store, and jobs retry later.
const TIMEOUTS_MS = {
  connectionTimeout: 2_000,
  socketTimeout: 5_000,
  requestTimeout: 30_000,
  throwOnRequestTimeout: true,
};
const MAX_ATTEMPTS = 2;

const PUBLIC_PREFIX = 'photos/';

/** Public files have their own prefix, so that one statement of a bucket policy can make exactly them readable. */
const objectNameOf = (key: string): string => {
  if (!isStorageKey(key)) throw new Error('not a storage key');
  return isHiddenKey(key) ? key : PUBLIC_PREFIX + key;
};
const keyOf = (name: string): string =>
  name.startsWith(PUBLIC_PREFIX) ? name.slice(PUBLIC_PREFIX.length) : name;

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');

export const createS3Client = (
  { endpoint, region, accessKeyId, secretAccessKey }: Omit<S3Config, 'bucket' | 'publicUrl'>,
  requestHandler: NonNullable<S3ClientConfig['requestHandler']> = TIMEOUTS_MS,
): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: MAX_ATTEMPTS,
    // Some other vendors reject Amazon's checksums, and a signed URL would include the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler,
  });

/** Signs an upload URL for one content type and, if given, one length. It expires at `expiresAt`. */
const presign = async (client: S3Client, bucket: string, upload: UploadGrant): Promise<SignedUpload> => {
  const isOnce = upload.contentLength !== null;
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: objectNameOf(upload.key),
    ContentType: upload.contentType,
    ...(isOnce ? { ContentLength: upload.contentLength, IfNoneMatch: '*' } : {}),
  });
  const kept = ['content-type', ...(isOnce ? ['content-length', 'if-none-match'] : [])];
  const url = await getSignedUrl(client, command, {
    expiresIn: uploadTtl.signedUrlS,
    signingDate: new Date(upload.expiresAt.getTime() - uploadTtl.signedUrlS * 1_000),
    signableHeaders: new Set(['host', ...kept]),
    unhoistableHeaders: new Set(kept),
  });
  return {
    url,
    headers: { 'content-type': upload.contentType, ...(isOnce ? { 'if-none-match': '*' } : {}) },
  };
};

/**
 * Stores photos, uploads and private files in an S3-compatible store (`photos/`, `staging/`, `private/`). Its failures are logged and
 * thrown as 503. An upload URL signed without a content length can be used again until it expires.
 */
export const createS3Storage = (
  config: S3Config,
  log: Pick<Log, 'error'>,
  patience = TIMEOUTS_MS,
): Storage => {
  const { bucket, publicUrl } = config;
  const client = createS3Client(config, patience);

  const unavailable = (error: unknown) => {
    const code = error instanceof Error ? error.name : 'unknown';
    log.error({ event: 'storage_failed', resultCode: code, err: error }, 'the store does not answer');
    return appError('UNAVAILABLE', { retryAfter: 5 });
  };
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw unavailable(error);
    }
  };
  const askFor = async <T>(key: string, work: (name: string) => Promise<T>): Promise<T | null> => {
    if (!isStorageKey(key)) return null;
    return ask(() =>
      work(objectNameOf(key)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    );
  };

  const listBelow = async function* (prefix: string) {
    const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
    try {
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', Size = 0, LastModified } of Contents) {
          const key = keyOf(Key);
          if (isStorageKey(key)) yield { key, bytes: Size, modifiedAt: LastModified ?? new Date(0) };
        }
      }
    } catch (error) {
      throw unavailable(error);
    }
  };

  return {
    async put(key, bytes, contentType) {
      const name = objectNameOf(key);
      const about = { ContentType: contentType, CacheControl: IMMUTABLE_CACHE_CONTROL };
      await ask(() =>
        client.send(new PutObjectCommand({ Bucket: bucket, Key: name, Body: bytes, ...about })),
      );
    },
    read: (key) =>
      askFor(key, async (name) => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
        return (await Body?.transformToByteArray()) ?? new Uint8Array();
      }),
    async delete(key) {
      const name = objectNameOf(key);
      await ask(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: name })));
    },
    stat: (key) =>
      askFor(key, async (name) => {
        const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: name }));
        return { key, bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
      }),
    async *list(prefix = '') {
      if (isHiddenKey(prefix)) return yield* listBelow(prefix);
      yield* listBelow(PUBLIC_PREFIX + prefix);
      if (prefix === '') for (const hidden of hiddenPrefixes) yield* listBelow(hidden);
    },
    signUpload: (upload) => presign(client, bucket, upload),
    url: (key) => (publicUrl === undefined ? `/photos/${key}` : `${publicUrl}/${PUBLIC_PREFIX}${key}`),
    externalOrigins: {
      uploads: new URL(config.endpoint).origin,
      ...(publicUrl === undefined ? {} : { photos: new URL(publicUrl).origin }),
    },
  };
};
