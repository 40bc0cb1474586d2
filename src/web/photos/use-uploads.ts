import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AdminPhoto, PhotoCategory } from '#contract/photos.ts';
import { readSession } from '#web/auth/session.ts';
import { dropLost, keepLost, readLost } from './lost-uploads.ts';
import { createUploads } from './run-uploads.ts';
import type { Uploads } from './run-uploads.ts';
import { uploadSteps } from './upload-steps.ts';
import type { UploadQueue } from './upload-queue.ts';

/** The uploads of this page; they go on while another category is looked at. `photos`: what hangs in this one. */
export const useUploads = (category: PhotoCategory, photos: readonly AdminPhoto[] | undefined) => {
  const [isOrderLost, setIsOrderLost] = useState(false);
  const [lost, setLost] = useState(readLost);
  const [uploads] = useState(() => createUploads(uploadSteps(() => setIsOrderLost(true))));

  useEffect(() => {
    const hashes = photos?.flatMap(({ contentHash, isDamaged }) => (isDamaged ? [] : (contentHash ?? [])));
    if (hashes !== undefined) uploads.know(category, new Set(hashes));
  }, [uploads, category, photos]);

  useEffect(() => {
    dropLost();
    return () => {
      if (readSession() === null) keepLost(uploads.read().uploads);
      uploads.abandon();
    };
  }, [uploads]);

  const start = (): void => {
    setIsOrderLost(false);
    uploads.start(category);
  };

  return { uploads, start, isOrderLost, lost, forgetLost: () => setLost('') };
};

/**
 * What `select` answers of the queue. It changes many times a second: whoever wants one word of it is drawn anew only
 * when that word changes.
 */
export const useUploadQueue = <T>(uploads: Uploads, select: (queue: UploadQueue) => T): T =>
  useSyncExternalStore(uploads.subscribe, () => select(uploads.read()));
