import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AdminPhoto } from '#contract/admin-photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { readSession } from '#web/auth/session.ts';
import { clearInterrupted, saveInterrupted, readInterrupted } from './interrupted-uploads.ts';
import { createUploadController, type UploadController } from './upload-controller.ts';
import { createUploadDeps } from './upload-deps.ts';
import type { UploadQueue } from './upload-queue.ts';

/** The page's uploads, which continue when the admin switches category. `photos` are those of the current category. */
export const useUploads = (category: PhotoCategory, photos: readonly AdminPhoto[] | undefined) => {
  const [isOrderLost, setIsOrderLost] = useState(false);
  const [interrupted, setInterrupted] = useState(readInterrupted);
  const [uploads] = useState(() => createUploadController(createUploadDeps(() => setIsOrderLost(true))));

  useEffect(() => {
    const hashes = photos?.flatMap(({ contentHash, isDamaged }) => (isDamaged ? [] : (contentHash ?? [])));
    if (hashes !== undefined) uploads.setExistingHashes(category, new Set(hashes));
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

  return { uploads, start, isOrderLost, interrupted, dismissInterrupted: () => setInterrupted('') };
};

/**
 * Subscribes to a value derived from the queue. The queue changes many times a second, but the component renders only when the
 * selected value changes.
 */
export const useUploadQueue = <T>(uploads: UploadController, select: (queue: UploadQueue) => T): T =>
  useStore(uploads.queue, select);
