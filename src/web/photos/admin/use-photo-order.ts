import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { reloadData } from '#web/api/data-changes.ts';
import { queryClient } from '#web/api/queries.ts';
import { photoOrderMutation } from './photo-order-mutation.ts';
import type { Status } from './use-status.ts';

const { orderPhotos } = adminPhotoEndpoints;

/** The unsaved order of one category's photos, shown at once; `ids` is null when there is no unsaved change. */
export const usePhotoOrder = (category: PhotoCategory, { setStatusText, setErrorText }: Status) => {
  const [options] = useState(() =>
    photoOrderMutation(category, {
      send: (ids) => browserApi.call(orderPhotos, { body: { category, ids: [...ids] } }),
      refresh: () => reloadData(orderPhotos.changes),
      showStatus: setStatusText,
      showError: setErrorText,
    }),
  );
  const { isPending, variables, mutate } = useMutation(options, queryClient);
  return { ids: isPending ? variables : null, saveOrder: mutate };
};
