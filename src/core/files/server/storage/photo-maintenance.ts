import type { Deps } from '#platform/server/deps.ts';
import { purgePhotos } from '../photos/purge-photos.ts';
import { expirePrivateFiles } from '../private/picture-uploads.ts';
import { expireUploads, findOrphanUploads } from '../upload/expire-uploads.ts';
import { uploadWorkerOf } from '../upload/upload-worker.ts';
import { processDeletions } from './file-deletions.ts';

/** Resumes interrupted uploads and deletes unneeded files; safe on several servers at once. */
export const maintainPhotos = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  for (const step of [
    () => deps.storage.removeStaleDrafts?.(),
    expireUploads,
    () => uploadWorkerOf(deps).drain(signal),
    purgePhotos,
    findOrphanUploads,
    expirePrivateFiles,
    processDeletions,
  ]) {
    if (!signal.aborted) await step(deps, signal);
  }
};
