import { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { reloadData } from '#web/api/data-changes.ts';
import { uploadFile } from './upload-file.ts';
import type { UploadDeps } from './upload-queue.ts';

const { createUploadUrl, savePhoto } = adminPhotoEndpoints;

// Showing the list again costs as much as it is long, so a long queue does so now and then.
const RELOAD_INTERVAL_MS = 5_000;

export const createUploadDeps = (): UploadDeps => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reload = (): void => {
    clearTimeout(timer);
    timer = undefined;
    void reloadData(savePhoto.changes);
  };
  return {
    requestTarget: ({ name, type, size }, place, signal) => {
      if (type === null) throw new ApiError(0, {});
      const body = { fileName: name, contentType: type, contentLength: size, place };
      return browserApi.call(createUploadUrl, { body }, { signal });
    },
    uploadFile,
    save: async ({ category, name }, savedFileName) => {
      if (category === null) throw new ApiError(0, {});
      const body = { category, originalFileName: name, savedFileName };
      await browserApi.call(savePhoto, { body }, { reloads: false });
      timer ??= setTimeout(reload, RELOAD_INTERVAL_MS);
    },
    reload,
  };
};
