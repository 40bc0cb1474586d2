import { useState } from 'react';
import { useStore } from 'zustand';
import { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { reloadQueries } from '#web/api/queries.ts';
import { createDeletionController, shownDeletions } from './deletion-controller.ts';
import type { Status } from './use-status.ts';

const { deletePhoto, restorePhoto } = adminPhotoEndpoints;

export const useDeletion = ({ setStatusText, setErrorText }: Status) => {
  const [{ store, remove, restore }] = useState(() =>
    createDeletionController({
      remove: (id) => browserApi.call(deletePhoto, { params: { id } }),
      restore: async (id) => void (await browserApi.call(restorePhoto, { params: { id } })),
      refresh: reloadQueries,
      showStatus: setStatusText,
      showError: setErrorText,
    }),
  );
  return { ...shownDeletions(useStore(store)), remove, restore };
};
