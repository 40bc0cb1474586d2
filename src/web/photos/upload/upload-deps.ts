import { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { reloadData } from '#web/api/data-changes.ts';
import { insertNewPhotos } from '#web/photos/admin/photo-order.ts';
import { uploadFile } from './upload-file.ts';
import type { UploadDeps } from './upload-queue.ts';

const { adminPhotos, createUploadUrl, orderPhotos, savePhoto } = adminPhotoEndpoints;
const MAX_ATTEMPTS = 3;

/** Saves a file order for photos that were saved concurrently. Retries when the category's photos changed meanwhile. */
const applyUploadOrder: UploadDeps['finishBatch'] = async (category, done, fresh) => {
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    const photos = await browserApi.call(adminPhotos, { query: { category } });
    const ids = insertNewPhotos(photos, done, fresh);
    if (photos.every(({ id }, index) => id === ids[index])) return;
    try {
      await browserApi.call(orderPhotos, { body: { category, ids } });
      return;
    } catch (error) {
      const isChanged = error instanceof ApiError && error.code === 'PHOTOS_CHANGED';
      if (!isChanged || attemptsLeft === 1) throw error;
    }
  }
};

/** The production dependencies. `onOrderLost` is called when all photos are published but their order could not be saved. */
export const createUploadDeps = (onOrderLost: () => void): UploadDeps => ({
  requestTarget: ({ name, type, size }, signal) => {
    if (type === null) throw new ApiError(0, {});
    const body = { fileName: name, contentType: type, contentLength: size };
    return browserApi.call(createUploadUrl, { body }, { signal });
  },
  uploadFile,
  save: async ({ category, name }, savedFileName) => {
    if (category === null) throw new ApiError(0, {});
    return browserApi.call(savePhoto, {
      body: { category, originalFileName: name, savedFileName },
    });
  },
  finishBatch: async (category, done, fresh) => {
    await applyUploadOrder(category, done, fresh).catch(onOrderLost);
    await reloadData(orderPhotos.changes);
  },
});
