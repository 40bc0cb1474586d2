import type { ShootType } from '#core/content/contract/categories.ts';
import { coverOf, photoEndpoints } from '#core/files/contract/photos.ts';
import { fillCovers } from '#core/files/web/home-photo-views.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import styles from './category-photo.module.css';

/** The photograph of a category as a band. Its place is kept while loading; without a photograph there is none. */
export const CategoryPhoto = ({ id }: { id: ShootType }) => {
  const home = useApiQuery(photoEndpoints.homePhotos, {});
  const first = useApiQuery(photoEndpoints.firstPhotos, {});
  const photo = fillCovers(home.data ?? {}, first.data ?? {})[coverOf(id)];
  const isLoading = home.isPending || first.isPending;
  if (photo === undefined && !isLoading) return null;
  return (
    <div className={styles.band}>
      {photo !== undefined && !isLoading && (
        <PhotoPicture
          photo={photo}
          sizes="(min-width: 40rem) 40rem, 100vw"
          isEager
          fillsParent
          isDecorative
        />
      )}
    </div>
  );
};
