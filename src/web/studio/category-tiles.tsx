import { Link } from 'react-router';
import type { HomePhotos } from '#contract/photos.ts';
import { shootTypeLabels, shootTypes } from '#contract/shoot-types.ts';
import type { ShootType } from '#contract/shoot-types.ts';
import { paths } from '#web/paths.ts';
import { PhotoPicture } from '#web/photos/photo-picture.tsx';
import styles from './category-tiles.module.css';
import { packages } from './packages.ts';

// As wide as the style sheet makes them.
const sizes: Readonly<Record<ShootType, string>> = {
  LANDSCAPE: '(min-width: 75rem) 650px, (min-width: 48rem) 56vw, 90vw',
  PRODUCT: '(min-width: 75rem) 360px, (min-width: 48rem) 31vw, 43vw',
  FOOD: '(min-width: 75rem) 360px, (min-width: 48rem) 31vw, 43vw',
  WEDDING: '(min-width: 75rem) 620px, (min-width: 48rem) 53vw, 82vw',
};

/** Four pictures, hung by hand: the style sheet gives each its own place and shape. */
export const CategoryTiles = ({ photos }: { photos: HomePhotos }) => (
  <section className={styles.section} aria-labelledby="tiles-title">
    <h2 id="tiles-title" className={styles.title}>
      무엇을 찍어 드릴까요
    </h2>
    <ul className={styles.grid}>
      {shootTypes.map((type) => {
        const photo = photos[`${type}_MAIN`];
        return (
          <li key={type} className={styles.tile} data-type={type}>
            <Link to={paths.category(type)} className={styles.link}>
              <div className={styles.frame}>
                {photo === undefined ? (
                  <span className={styles.none}>대표 이미지가 없습니다.</span>
                ) : (
                  <PhotoPicture photo={photo} sizes={sizes[type]} fills isDecorative />
                )}
              </div>
              <span className={styles.name}>{shootTypeLabels[type]}</span>
              <span className={styles.summary}>{packages[type].summary}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  </section>
);
