import { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { uploadFile } from './upload-file.ts';
import type { UploadDeps } from './upload-queue.ts';

const { createUploadUrl, savePhoto } = adminPhotoEndpoints;

export const uploadDeps: UploadDeps = {
  requestTarget: ({ name, type, size }, place, signal) => {
    if (type === null) throw new ApiError(0, {});
    const body = { fileName: name, contentType: type, contentLength: size, place };
    return browserApi.call(createUploadUrl, { body }, { signal });
  },
  uploadFile,
  save: async ({ category, name }, savedFileName) => {
    if (category === null) throw new ApiError(0, {});
    return browserApi.call(savePhoto, { body: { category, originalFileName: name, savedFileName } });
  },
};
