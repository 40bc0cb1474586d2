import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AdminPhoto, PhotoCategory } from '#contract/photos.ts';
import { readSession } from '#web/auth/session.ts';
import { clearInterrupted, saveInterrupted, readInterrupted } from './interrupted-uploads.ts';
import { createUploadController } from './upload-controller.ts';
import type { UploadController } from './upload-controller.ts';
import { createUploadDeps } from './upload-deps.ts';
import type { UploadQueue } from './upload-queue.ts';

/** The uploads of this page; they go on while another category is looked at. `photos`: what hangs in this one. */
export const useUploads = (category: PhotoCategory, photos: readonly AdminPhoto[] | undefined) => {
  const [isOrderLost, setIsOrderLost] = useState(false);
  const [lost, setLost] = useState(readInterrupted);
  const [uploads] = useState(() => createUploadController(createUploadDeps(() => setIsOrderLost(true))));

  useEffect(() => {
    const hashes = photos?.flatMap(({ contentHash, isDamaged }) => (isDamaged ? [] : (contentHash ?? [])));
    if (hashes !== undefined) uploads.know(category, new Set(hashes));
  }, [uploads, category, photos]);

  useEffect(() => {
    clearInterrupted();
    return () => {
      if (readSession() === null) saveInterrupted(uploads.read().uploads);
      uploads.abandon();
    };
  }, [uploads]);

  const start = (): void => {
    setIsOrderLost(false);
    uploads.start(category);
  };

  return { uploads, start, isOrderLost, lost, dismissInterrupted: () => setLost('') };
};

/**
 * What `select` answers of the queue. It changes many times a second: whoever wants one word of it is drawn anew only
 * when that word changes.
 */
export const useUploadQueue = <T>(uploads: UploadController, select: (queue: UploadQueue) => T): T =>
  useSyncExternalStore(uploads.subscribe, () => select(uploads.read()));
