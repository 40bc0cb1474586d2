import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import { toPhotoView, type PhotoResponse } from '#core/files/web/photo-view.ts';

type AdminPhotoResponse = Pick<AdminPhoto, 'id' | 'savedFileName' | 'category'> &
  Partial<AdminPhoto> &
  PhotoResponse;

/** Fills in the fields that the specification of the API does not promise. */
export const toAdminPhoto = (photo: AdminPhotoResponse): AdminPhoto => ({
  originalFileName: '',
  contentHash: null,
  createdAt: '',
  isDamaged: false,
  isHidden: false,
  ...photo,
  ...toPhotoView({ ...photo, alt: photo.alt ?? '' }),
});
