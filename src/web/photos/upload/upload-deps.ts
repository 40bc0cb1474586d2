import { photoEndpoints } from '#contract/photos.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { insertNewPhotos } from '#web/photos/admin/photo-order.ts';
import { uploadFile } from './upload-file.ts';
import type { UploadDeps } from './upload-controller.ts';

const { adminPhotos, createUploadUrl, homePhotos, orderPhotos, savePhoto } = photoEndpoints;
const MAX_ATTEMPTS = 3;

export const invalidatePhotos = async (): Promise<void> => {
  await Promise.all([adminPhotos, homePhotos].map(invalidateQueries));
};

/** Computes SHA-256 in hex. Null where the browser does not offer it, outside of https and localhost. */
const hashFile = async (file: File): Promise<string | null> => {
  // Undefined on insecure pages, despite its type.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Restores the order of the files after several were saved concurrently. */
const applyUploadOrder: UploadDeps['finishBatch'] = async (category, done, fresh) => {
  for (let left = MAX_ATTEMPTS; left > 0; left -= 1) {
    const photos = await browserApi.call(adminPhotos, { query: { category } });
    const ids = insertNewPhotos(photos, done, fresh);
    if (photos.every(({ id }, index) => id === ids[index])) return;
    try {
      await browserApi.call(orderPhotos, { body: { category, ids } });
      return;
    } catch (error) {
      const isChanged = error instanceof ApiError && error.code === 'PHOTOS_CHANGED';
      if (!isChanged || left === 1) throw error;
    }
  }
};

/** The side effects of uploads on this site. `onOrderLost` is called when all photos are saved but their order could not be set. */
export const createUploadDeps = (onOrderLost: () => void): UploadDeps => ({
  hash: hashFile,
  requestTarget: ({ name, type, size }, signal) => {
    if (type === null) throw new ApiError(0, {});
    const body = { fileName: name, contentType: type, contentLength: size };
    return browserApi.call(createUploadUrl, { body }, { signal });
  },
  uploadFile: uploadFile,
  save: async ({ category, name }, savedFileName) => {
    if (category === null) throw new ApiError(0, {});
    const photo = await browserApi.call(savePhoto, {
      body: { category, originalFileName: name, savedFileName },
    });
    void invalidatePhotos();
    return photo;
  },
  finishBatch: async (category, done, fresh) => {
    await applyUploadOrder(category, done, fresh).catch(onOrderLost);
    await invalidatePhotos();
  },
});
