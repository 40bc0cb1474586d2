import { useDroppable } from '@dnd-kit/core';
import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { photoEndpoints, type PhotoCategory } from '#core/files/contract/photos.ts';
import { centerInRow } from '#core/files/web/center-in-row.ts';
import { fillCovers, toHomePhotoViews } from '#core/files/web/home-photo-views.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import type { PhotoView } from '#core/files/web/photo-view.ts';
import { usePhotoCategories } from '#core/files/web/use-photo-categories.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { useAdminPhotos } from '../use-admin-photos.ts';
import pill from '#platform/web/ui/pill.module.css';
import styles from './category-nav.module.css';

const linkTo = (item: PhotoCategory, category: PhotoCategory) =>
  ({
    to: paths.adminPhotos(item),
    'aria-current': item === category ? 'page' : undefined,
    preventScrollReset: true,
  }) as const;

interface HomePlaceProps {
  readonly place: { readonly value: PhotoCategory; readonly label: string };
  readonly photo: PhotoView | undefined;
  readonly isLoading: boolean;
  /** The category on the screen. */
  readonly category: PhotoCategory;
}

/** A place on the home page: leads to its photos, and takes the photo that is dropped on it. */
const HomePlace = ({ place, photo, isLoading, category }: HomePlaceProps) => {
  const { setNodeRef, isOver, active } = useDroppable({ id: place.value });
  const { photos } = useAdminPhotos(category);
  const shown = (isOver ? photos?.find(({ id }) => id === active?.id) : undefined) ?? photo;
  return (
    // Scrolls to the selected category, which may lie outside the visible part of the row on a phone.
    <li ref={place.value === category ? centerInRow : undefined}>
      <Link
        {...linkTo(place.value, category)}
        ref={setNodeRef}
        className={cx('stack-1 small', styles.home)}
        data-over={isOver || undefined}
        onFocus={({ currentTarget }) => {
          // By keyboard only: a press must not move what is under the pointer.
          if (currentTarget.matches(':focus-visible')) centerInRow(currentTarget.parentElement);
        }}
      >
        <span className={styles.frame}>
          {shown === undefined ? (
            !isLoading && <span className={cx('muted', styles.none)}>대표 이미지가 없습니다.</span>
          ) : (
            <PhotoPicture photo={shown} sizes="240px" fillsParent isDecorative />
          )}
        </span>
        <span className={styles.label}>{place.label}</span>
      </Link>
    </li>
  );
};

/** A miniature of the home page, and the pages of the categories. */
export const CategoryNav = ({ category }: { category: PhotoCategory }) => {
  const { galleries, homes } = usePhotoCategories();
  const home = useApiQuery(photoEndpoints.homePhotos, {});
  const first = useApiQuery(photoEndpoints.firstPhotos, {});
  const isLoading = home.isPending || first.isPending;
  const photos = isLoading ? {} : toHomePhotoViews(fillCovers(home.data ?? {}, first.data ?? {}));
  return (
    <nav className={cx('stack-5', styles.nav)} aria-label="사진 카테고리">
      <div className="stack-2 fit">
        <h2 className="note">홈</h2>
        <ul className={styles.homes}>
          {homes.map((place) => (
            <HomePlace
              key={place.value}
              place={place}
              photo={photos[place.value]}
              isLoading={isLoading}
              category={category}
            />
          ))}
        </ul>
        <p className={cx('note', styles.hint)}>사진을 끌어다 놓으면 홈에 표시됩니다.</p>
      </div>
      <div className="stack-2 fit">
        <h2 className="note">카테고리 화면</h2>
        <ul className="row-2 wrap">
          {galleries.map(({ value, label }) => (
            <li key={value}>
              <Link {...linkTo(value, category)} className={pill.pill}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
};
