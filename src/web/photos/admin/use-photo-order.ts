import { useState, useSyncExternalStore } from 'react';
import { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { createOrderController } from './order-controller.ts';
import { invalidatePhotos } from '#web/photos/upload/upload-deps.ts';
import type { Status } from './use-status.ts';

/** The unsaved order of one category's photos; `ids` is null when there is no unsaved change. */
export const usePhotoOrder = (
  category: PhotoCategory,
  { setStatusText, setErrorText }: Pick<Status, 'setStatusText' | 'setErrorText'>,
) => {
  const [controller] = useState(() =>
    createOrderController({
      send: (ids) => browserApi.call(adminPhotoEndpoints.orderPhotos, { body: { category, ids: [...ids] } }),
      refresh: invalidatePhotos,
      showStatus: setStatusText,
      showError: setErrorText,
    }),
  );
  const ids = useSyncExternalStore(controller.subscribe, controller.read, controller.read);
  return { ids, saveOrder: controller.saveOrder };
};
