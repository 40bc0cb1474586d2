import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { PhotoCategory } from '#contract/photos.ts';
import { readSession } from '#web/auth/session.ts';
import { clearInterrupted, saveInterrupted, readInterrupted } from './interrupted-uploads.ts';
import { createUploadDeps } from './upload-deps.ts';
import { createUploadQueue, type UploadQueue, type UploadQueueState } from './upload-queue.ts';

/** The page's uploads, which continue when the admin switches category. */
export const useUploads = (category: PhotoCategory) => {
  const [interrupted, setInterrupted] = useState(readInterrupted);
  const [uploads] = useState(() => createUploadQueue(createUploadDeps()));

  useEffect(() => {
    clearInterrupted();
    return () => {
      if (readSession() === null) saveInterrupted(uploads.uploads());
      uploads.abandon();
    };
  }, [uploads]);

  const start = (): void => uploads.start(category);

  return { uploads, start, interrupted, dismissInterrupted: () => setInterrupted('') };
};

/**
 * Subscribes to a value derived from the queue. The queue changes many times a second, but the component renders only when the
 * selected value changes.
 */
export const useUploadQueue = <T>({ state }: UploadQueue, select: (queue: UploadQueueState) => T): T =>
  useStore(state, select);
