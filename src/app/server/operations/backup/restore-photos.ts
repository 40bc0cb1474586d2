import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypeOf } from '#core/files/server/renditions/rendition-sizes.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import type { Storage } from '#platform/server/ports/storage/storage.ts';
import { photoFile, type Checksums } from './backup-format.ts';

const PHOTOS = photoFile('');

const isPresent = async (storage: Pick<Storage, 'read'>, key: string, sum: string | undefined) => {
  const bytes = await storage.read(key);
  return bytes !== null && sha256Hex(bytes) === sum;
};

/**
 * Throws an `OperatorError` when the store contains anything but this backup's photos, which an earlier attempt or a move may have
 * left.
 */
export const assertNoForeignPhotos = async (storage: Storage, sums: Checksums): Promise<void> => {
  for await (const { key } of storage.list()) {
    if (!(await isPresent(storage, key, sums.get(photoFile(key)))))
      throw new OperatorError(
        `사진 저장소가 비어 있지 않습니다: ${key}\nDATA_DIR를 새 폴더로, S3라면 빈 버킷으로 지정해 주세요.`,
      );
  }
};

/** Stores every photo of the backup and verifies it; returns how many. */
export const restorePhotos = async (storage: Storage, folder: string, sums: Checksums): Promise<number> => {
  const photos = [...sums].filter(([file]) => file.startsWith(PHOTOS));
  for (const [file, sum] of photos) {
    const key = file.slice(PHOTOS.length);
    if (await isPresent(storage, key, sum)) continue;
    await storage.put(
      key,
      await readFile(join(folder, file)),
      contentTypeOf(key) ?? 'application/octet-stream',
    );
    if (!(await isPresent(storage, key, sum))) throw new Error(`the store did not keep ${key}`);
  }
  return photos.length;
};
