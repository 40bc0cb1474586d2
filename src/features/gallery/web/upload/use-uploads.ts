import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { uploadFile } from '#core/files/web/upload-file.ts';
import { usePhotoCategories } from '#core/files/web/use-photo-categories.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { readSession } from '#platform/web/client/api/session.ts';
import { adminPhotoEndpoints } from '../../contract/admin-photos.ts';
import { describeDoubts } from './describe-doubts.ts';
import { clearInterrupted, saveInterrupted, readInterrupted } from './interrupted-uploads.ts';
import {
  createUploadQueue,
  type UploadDeps,
  type UploadQueue,
  type UploadQueueState,
} from './upload-queue.ts';

const { createUploadUrl, listContentHashes, savePhoto } = adminPhotoEndpoints;

// The list of photos is reloaded at this interval while uploads run, and when the queue ends, not after each upload.
const RELOAD_INTERVAL_MS = 5_000;

/** Called with the last photo when the uploads have ended, none failed, and the page is still open. */
type OnUploaded = (photo: AdminPhoto) => void;

const createUploadDeps = (
  labelOf: (category: PhotoCategory) => string,
  onUploaded: OnUploaded,
): UploadDeps => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved: AdminPhoto | undefined;
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
    save: async ({ category, name, isHidden }, savedFileName) => {
      if (category === null) throw new ApiError(0, {});
      const body = { category, originalFileName: name, savedFileName, ...(isHidden && { isHidden }) };
      saved = await browserApi.call(savePhoto, { body }, { reloads: false });
      timer ??= setTimeout(reload, RELOAD_INTERVAL_MS);
    },
    inspector: () => {
      // Without the list only small files are found. The server refuses a second copy in a category anyway.
      const photos = browserApi.call(listContentHashes, {}).catch(() => []);
      return async (file) => describeDoubts(file, await photos, labelOf);
    },
    reload: () => {
      reload();
      if (saved !== undefined) onUploaded(saved);
    },
  };
};

/** The page's uploads, which continue when the admin switches category. */
export const useUploads = (category: PhotoCategory, onUploaded?: OnUploaded) => {
  const { labelOf } = usePhotoCategories();
  const [interrupted, setInterrupted] = useState(readInterrupted);
  const isOpen = useRef(true);
  const [uploads] = useState(() => {
    const queue: UploadQueue = createUploadQueue(
      createUploadDeps(labelOf, (photo) => {
        if (isOpen.current && !queue.uploads().some(({ state }) => state === 'failed')) onUploaded?.(photo);
      }),
    );
    return queue;
  });

  useEffect(() => {
    isOpen.current = true;
    clearInterrupted();
    return () => {
      isOpen.current = false;
      if (readSession() === null) saveInterrupted(uploads.uploads());
      uploads.abandon();
    };
  }, [uploads]);

  const start = (isHidden: boolean, lastId: number): void => uploads.start(category, { isHidden, lastId });

  return { uploads, start, interrupted, dismissInterrupted: () => setInterrupted('') };
};

/**
 * Subscribes to a value derived from the queue. The queue may change many times a second, but this renders the component only when
 * the selected value changes.
 */
export const useUploadQueue = <T>({ state }: UploadQueue, select: (queue: UploadQueueState) => T): T =>
  useStore(state, select);
