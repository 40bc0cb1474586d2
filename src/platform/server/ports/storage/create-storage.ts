import { resolve } from 'node:path';
import type { Log } from '../log.ts';
import { createDiskStorage } from './disk-storage.ts';
import type { S3Config } from './s3-storage.ts';
import type { Storage } from './storage.ts';
import { createUploadSigner } from './upload-signer.ts';

export type StorageConfig = { readonly kind: 'disk' } | ({ readonly kind: 's3' } & S3Config);

interface StorageDeps {
  readonly dataDir: string;
  readonly authSecret: Uint8Array;
  readonly log: Log;
}

export const createStorage = async (
  config: StorageConfig,
  { dataDir, authSecret, log }: StorageDeps,
): Promise<Storage> => {
  if (config.kind === 'disk') {
    return createDiskStorage(resolve(dataDir, 'photos'), createUploadSigner(authSecret));
  }
  // Loaded on demand: photos on disk do not need the S3 client.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(config, log);
};
