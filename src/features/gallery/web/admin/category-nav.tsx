import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { photoEndpoints, type PhotoCategory } from '#core/files/contract/photos.ts';
import { centerInRow } from '#core/files/web/center-in-row.ts';
import { toHomePhotoViews } from '#core/files/web/home-photo-views.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { usePhotoCategories } from '#core/files/web/use-photo-categories.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { cx } from '#platform/web/ui/cx.ts';
import pill from '#platform/web/ui/pill.module.css';
import styles from './category-nav.module.css';

export const CategoryNav = ({ category }: { category: PhotoCategory }) => {
  const { galleries, homes } = usePhotoCategories();
  const { data, isError } = useApiQuery(photoEndpoints.homePhotos, {});
  const photos = data && toHomePhotoViews(data);
  // Does not claim that a category has no photo while the photos load.
  const isKnown = data !== undefined || isError;
  const linkTo = (item: PhotoCategory) =>
    ({
      to: paths.adminPhotos(item),
      'aria-current': item === category ? 'page' : undefined,
      preventScrollReset: true,
    }) as const;
  return (
    <nav className="stack-5" aria-label="사진 카테고리">
      <div className="stack-2 fit">
        <h2 className={styles.title}>홈</h2>
        <ul className={styles.homes}>
          {homes.map(({ value: item, label }) => {
            const photo = photos?.[item];
            return (
              // Scrolls to the selected category, which may lie outside the visible part of the row on a phone.
              <li key={item} ref={item === category ? centerInRow : undefined}>
                <Link {...linkTo(item)} className={styles.home}>
                  <span className={styles.frame}>
                    {photo === undefined ? (
                      isKnown && <span className={styles.none}>대표 이미지가 없습니다.</span>
                    ) : (
                      <PhotoPicture photo={photo} sizes="200px" fillsParent isDecorative />
                    )}
                  </span>
                  <span className={styles.label}>{label}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      </div>
      <div className="stack-2 fit">
        <h2 className={styles.title}>카테고리 화면</h2>
        <ul className="row-2 wrap">
          {galleries.map(({ value: item, label }) => (
            <li key={item}>
              <Link {...linkTo(item)} className={cx(pill.pill, styles.gallery)}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
};
