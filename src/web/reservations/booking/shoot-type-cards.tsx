import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { shootTypeLabels, shootTypes, type ShootType } from '#contract/shoot-types.ts';
import type { CategoryContent } from '#contract/studio.ts';
import { paths } from '#web/paths.ts';
import { PhotoPicture } from '#web/photos/photo-picture.tsx';
import type { HomePhotoViews } from '#web/studio/home-photo-views.ts';
import { cx } from '#web/ui/cx.ts';
import styles from './shoot-type-cards.module.css';

interface ShootTypeCardsProps {
  /** Chosen earlier. */
  readonly chosen: ShootType | undefined;
  /** Undefined while loading. */
  readonly photos: HomePhotoViews | undefined;
  /** Undefined while loading. */
  readonly categories: CategoryContent | undefined;
}

/** The four categories as links to the calendar. */
export const ShootTypeCards = ({ chosen, photos, categories }: ShootTypeCardsProps) => (
  <ul className={cx('stack-3', styles.cards)} aria-label="카테고리">
    {shootTypes.map((type) => {
      const photo = photos?.[`${type}_MAIN`];
      return (
        <li key={type} className={styles.card} data-chosen={type === chosen || undefined}>
          <span className={styles.frame}>
            {photo !== undefined && (
              <PhotoPicture photo={photo} sizes="(min-width: 48rem) 464px, 112px" fillsParent isDecorative />
            )}
          </span>
          <span className={styles.words}>
            <Link to={paths.reserveDate(type)} className={styles.name} aria-describedby={`about-${type}`}>
              {shootTypeLabels[type]}
            </Link>
            <span id={`about-${type}`} className="note">
              {categories?.[type].summary}
            </span>
          </span>
          <ChevronRight className={styles.arrow} size={20} aria-hidden="true" />
        </li>
      );
    })}
  </ul>
);
