import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { createPublicLookup } from '../../public-address.ts';
import { createS3Client, type S3Config } from './s3-storage.ts';

/** A bucket for backups. Names are paths such as `sajingwan-20261123T190000Z/manifest.json`. */
export interface BackupBucket {
  /** Uploads a file, replacing an existing object; durable when it resolves. At most 5 GB. */
  put(name: string, file: string): Promise<void>;
  /** Downloads an object into a new file with mode 600. */
  get(name: string, file: string): Promise<void>;
  /** The names of all objects that begin with `prefix`. */
  list(prefix: string): AsyncIterable<string>;
  /** Deleting a missing object is not an error. */
  delete(name: string): Promise<void>;
}

export interface BackupBucketConfig extends Omit<S3Config, 'publicUrl'> {
  /** An admin entered the endpoint, which must be on the internet. Its host is a name, whose addresses are checked. */
  readonly isEntered?: true;
}

// A dump may take minutes to upload.
const TIMEOUTS_MS = {
  connectionTimeout: 10_000,
  socketTimeout: 60_000,
  requestTimeout: 30 * 60_000,
  throwOnRequestTimeout: true,
};

/** Its functions may reject, mostly with errors of the S3 client or of the file system. */
export const createBackupBucket = (config: BackupBucketConfig): BackupBucket => {
  const agent = config.isEntered === true ? { httpsAgent: { lookup: createPublicLookup() } } : {};
  const client = createS3Client(config, { ...TIMEOUTS_MS, ...agent });
  const Bucket = config.bucket;
  return {
    async put(name, file) {
      const { size } = await stat(file);
      const Body = createReadStream(file);
      await client.send(new PutObjectCommand({ Bucket, Key: name, Body, ContentLength: size }));
    },
    async get(name, file) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: name }));
      if (!(Body instanceof Readable)) throw new Error(`the store sent no body for ${name}`);
      await pipeline(Body, createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }));
    },
    async *list(prefix) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
        for (const { Key } of Contents) if (Key !== undefined) yield Key;
    },
    async delete(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: name }));
    },
  };
};
