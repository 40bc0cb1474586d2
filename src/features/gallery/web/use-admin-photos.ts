import { useMemo } from 'react';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { adminPhotoEndpoints } from '../contract/admin-photos.ts';
import { toAdminPhoto } from './to-admin-photo.ts';

/** All photos of a category, also hidden and damaged ones. None are loaded while the category is undefined. */
export const useAdminPhotos = (category: PhotoCategory | undefined) => {
  const { data, error, refetch } = useApiQuery(
    adminPhotoEndpoints.adminPhotos,
    { query: { category: category ?? '' } },
    { enabled: category !== undefined },
  );
  const photos = useMemo(() => data?.map(toAdminPhoto), [data]);
  return { photos, error, refetch };
};
