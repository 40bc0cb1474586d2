import { useState, useSyncExternalStore } from 'react';
import { photoEndpoints } from '#contract/photos.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { createDeletions } from './run-deletions.ts';
import { refreshPhotos } from './upload-steps.ts';
import type { Notes } from './use-notes.ts';

const { deletePhoto, restorePhoto } = photoEndpoints;

export const useDeletion = ({ say, fail }: Pick<Notes, 'say' | 'fail'>) => {
  const [deletions] = useState(() =>
    createDeletions({
      remove: (id) => browserApi.call(deletePhoto, { params: { id } }),
      restore: async (id) => {
        await browserApi.call(restorePhoto, { params: { id } });
      },
      refresh: refreshPhotos,
      say,
      fail,
    }),
  );
  const state = useSyncExternalStore(deletions.subscribe, deletions.read, deletions.read);
  return { ...state, remove: deletions.remove, restore: deletions.restore };
};
