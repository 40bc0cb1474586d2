import { photoEndpoints } from '#core/files/contract/photos.ts';
import { buildCoverSizes } from '#core/files/web/cover-sizes.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { useApiQuery } from '#platform/web/client/api/queries.ts';

/** Aspect ratio of one half of a 16:9 screen. */
const HALF_RATIO = 8 / 9;

/** The photo of the home page's hero; nothing while none is known. */
export const CoverPhoto = () => {
  const photo = useApiQuery(photoEndpoints.homePhotos, {}).data?.REPRESENTATIVE;
  if (photo === undefined) return null;
  return (
    <PhotoPicture
      photo={photo}
      sizes={buildCoverSizes(photo, HALF_RATIO, ['50vw'])}
      isEager
      fillsParent
      isDecorative
    />
  );
};
