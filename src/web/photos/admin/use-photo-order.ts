import { useState, useSyncExternalStore } from 'react';
import { photoEndpoints } from '#contract/photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { createOrderController } from './order-controller.ts';
import { invalidatePhotos } from '#web/photos/upload/upload-deps.ts';
import type { Status } from './use-status.ts';

/** The chosen order of a category; null while it is unchanged. */
export const usePhotoOrder = (category: PhotoCategory, { say, fail }: Pick<Status, 'say' | 'fail'>) => {
  const [ordering] = useState(() =>
    createOrderController({
      send: (ids) => browserApi.call(photoEndpoints.orderPhotos, { body: { category, ids: [...ids] } }),
      refresh: invalidatePhotos,
      showStatus: say,
      showError: fail,
    }),
  );
  const ids = useSyncExternalStore(ordering.subscribe, ordering.read, ordering.read);
  return { ids, hang: ordering.hang };
};
