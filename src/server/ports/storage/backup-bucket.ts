import type { S3Settings } from './s3-storage.ts';

/** A bucket for backups. Names are paths such as `sajingwan-20261123T190000Z/manifest.json`. */
export interface BackupBucket {
  /** Uploads a file, replacing an existing object; durable when it resolves. At most 5 GB. */
  put(name: string, file: string): Promise<void>;
  /** The names of all objects that begin with `prefix`. */
  list(prefix: string): AsyncIterable<string>;
  /** Deleting a missing object is not an error. */
  delete(name: string): Promise<void>;
}

export type BackupBucketSettings = Omit<S3Settings, 'publicUrl'>;
