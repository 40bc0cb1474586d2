import { useMemo } from 'react';
import { adminPhotoEndpoints, type AdminPhoto } from '#contract/admin-photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { toPhotoView, type PhotoResponse } from './photo-view.ts';

type AdminPhotoResponse = Pick<AdminPhoto, 'id' | 'savedFileName' | 'category'> &
  Partial<AdminPhoto> &
  PhotoResponse;

/** Fills in defaults for servers that return only the specified fields. */
export const toAdminPhoto = (photo: AdminPhotoResponse): AdminPhoto => ({
  originalFileName: '',
  contentHash: null,
  createdAt: '',
  isDamaged: false,
  isHidden: false,
  ...photo,
  ...toPhotoView({ ...photo, alt: photo.alt ?? '' }),
});

/** All photos of a category, also hidden and damaged ones. */
export const useAdminPhotos = (category: PhotoCategory) => {
  const { data, error, refetch } = useApiQuery(adminPhotoEndpoints.adminPhotos, { query: { category } });
  const photos = useMemo(() => data?.map(toAdminPhoto), [data]);
  return { photos, error, refetch };
};
