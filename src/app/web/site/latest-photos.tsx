import { Link } from 'react-router';
import { findCategory } from '#core/content/contract/categories.ts';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import type { Photo } from '#core/files/contract/photos.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { ratioOf } from '#core/files/web/photo-ratio.ts';
import { slideId, toPhotoView, type GalleryPhoto } from '#core/files/web/photo-view.ts';
import { useIsHydrated } from '#platform/web/client/use-is-hydrated.ts';
import { cx } from '#platform/web/ui/cx.ts';
import ratioStyles from '#core/files/web/photo-ratio.module.css';
import styles from './latest-photos.module.css';

/** Fewer would be enlarged too much to fill two rows. */
const MIN_PHOTOS = 4;

export interface LatestPhoto extends GalleryPhoto {
  readonly shootType: string;
}

/** Keeps only the first source and neither previews nor descriptions, so that the document is smaller. */
export const toLatestPhotos = (photos: readonly Photo[]): LatestPhoto[] =>
  photos.map((photo) => {
    const view = toPhotoView(photo);
    const sources = view.sources.slice(0, 1);
    return { ...view, id: photo.id, shootType: photo.category, sources, placeholder: '', alt: '' };
  });

const sumRatios = (photos: readonly GalleryPhoto[]): number =>
  photos.reduce((sum, photo) => sum + ratioOf(photo), 0);

/** Splits the photos into two rows of about the same height. */
export const splitRows = <P extends GalleryPhoto>(photos: readonly P[]): readonly [P[], P[]] => {
  const half = sumRatios(photos) / 2;
  const distances = photos.map((_, index) => Math.abs(sumRatios(photos.slice(0, index)) - half));
  const split = distances.indexOf(Math.min(...distances));
  return [photos.slice(0, split), photos.slice(split)];
};

interface LatestPhotosProps {
  readonly title: string;
  readonly photos: readonly LatestPhoto[];
}

/** The newest photos: two rows that fill the page, or one row to swipe on a narrow screen. */
export const LatestPhotos = ({ title, photos }: LatestPhotosProps) => {
  // The photos load after hydration: they are below the first screen and must not delay the hero image.
  const isHydrated = useIsHydrated();
  const { categories } = useStudio();
  if (photos.length < MIN_PHOTOS) return null;
  return (
    <section className={cx('stack-8', styles.section)} data-full aria-labelledby="latest-title">
      <h2 id="latest-title" className={cx('title', styles.title)}>
        {title}
      </h2>
      <div className={cx('row-2', styles.rows)}>
        {splitRows(photos).map((row) => (
          <ul key={row[0]?.id} className="row-2">
            {row.map((photo) => (
              <li
                key={photo.id}
                className={cx(styles.item, ratioStyles.ratio)}
                data-ratio={ratioOf(photo).toFixed(2)}
              >
                <Link
                  to={`${paths.category(photo.shootType)}#${slideId(photo)}`}
                  className={styles.link}
                  aria-label={`${findCategory(categories, photo.shootType)?.name} 사진 보기`}
                >
                  {isHydrated && (
                    <PhotoPicture
                      photo={photo}
                      sizes={`(min-width: 64rem) ${Math.ceil((100 * ratioOf(photo)) / sumRatios(row))}vw, ${Math.ceil(12.5 * ratioOf(photo))}rem`}
                      fillsParent
                      isDecorative
                    />
                  )}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  );
};
