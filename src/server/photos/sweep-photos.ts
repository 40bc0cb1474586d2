import type { Deps } from '#server/deps.ts';
import { deleteFiles } from './delete-files.ts';
import { dropUploads } from './drop-uploads.ts';
import { findStrays } from './find-strays.ts';
import { purgePhotos } from './purge-photos.ts';
import { resumeUploads } from './resume-uploads.ts';

const tidyStore = async ({ storage }: Pick<Deps, 'storage'>): Promise<void> => {
  await storage.tidy?.();
};

/** Resumes interrupted work and deletes what is no longer needed; safe on several servers at once. */
export const sweepPhotos = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  for (const step of [tidyStore, dropUploads, resumeUploads, purgePhotos, findStrays, deleteFiles]) {
    if (!signal.aborted) await step(deps, signal);
  }
};
