import { useState, useSyncExternalStore } from 'react';
import { photoEndpoints } from '#contract/photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { createOrdering } from './run-ordering.ts';
import { refreshPhotos } from './upload-steps.ts';
import type { Notes } from './use-notes.ts';

/** The order of one category as it is wished, null while it is as it hangs. */
export const usePhotoOrder = (category: PhotoCategory, { say, fail }: Pick<Notes, 'say' | 'fail'>) => {
  const [ordering] = useState(() =>
    createOrdering({
      send: (ids) => browserApi.call(photoEndpoints.orderPhotos, { body: { category, ids: [...ids] } }),
      refresh: refreshPhotos,
      say,
      fail,
    }),
  );
  const ids = useSyncExternalStore(ordering.subscribe, ordering.read, ordering.read);
  return { ids, hang: ordering.hang };
};
