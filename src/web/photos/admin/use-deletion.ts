import { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import { useState } from 'react';
import { useStore } from 'zustand';
import { browserApi } from '#web/api/browser-api.ts';
import { createDeletionController, shownDeletions } from './deletion-controller.ts';
import { reloadQueries } from '#web/api/queries.ts';
import type { Status } from './use-status.ts';

const { deletePhoto, restorePhoto } = adminPhotoEndpoints;

export const useDeletion = ({
  setStatusText,
  setErrorText,
}: Pick<Status, 'setStatusText' | 'setErrorText'>) => {
  const [deletions] = useState(() =>
    createDeletionController({
      remove: (id) => browserApi.call(deletePhoto, { params: { id } }),
      restore: async (id) => {
        await browserApi.call(restorePhoto, { params: { id } });
      },
      refresh: reloadQueries,
      showStatus: setStatusText,
      showError: setErrorText,
    }),
  );
  const shown = shownDeletions(useStore(deletions.store));
  return { ...shown, remove: deletions.remove, restore: deletions.restore };
};
