import { Link } from 'react-router';
import { shootTypeLabels, shootTypes, type ShootType } from '#core/content/contract/shoot-types.ts';
import type { HomeContent } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
import { buildCoverSizes, type FrameWidths } from '#core/files/web/cover-sizes.ts';
import type { HomePhotoViews } from '#core/files/web/home-photo-views.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { useIsHydrated } from '#platform/web/client/use-is-hydrated.ts';
import styles from './category-tiles.module.css';

const landscapeRatio = 3 / 2;

// Widths and ratios must match the style sheet.
const frames: Readonly<Record<ShootType, { readonly ratio: number; readonly widths: FrameWidths }>> = {
  LANDSCAPE: {
    ratio: landscapeRatio,
    widths: [['(min-width: 75rem)', '650px'], ['(min-width: 48rem)', '56vw'], ['90vw']],
  },
  PRODUCT: {
    ratio: 4 / 5,
    widths: [['(min-width: 75rem)', '360px'], ['(min-width: 48rem)', '31vw'], ['43vw']],
  },
  FOOD: { ratio: 1, widths: [['(min-width: 75rem)', '360px'], ['(min-width: 48rem)', '31vw'], ['43vw']] },
  WEDDING: {
    ratio: landscapeRatio,
    widths: [['(min-width: 75rem)', '620px'], ['(min-width: 48rem)', '53vw'], ['82vw']],
  },
};

interface CategoryTilesProps {
  readonly title: string;
  readonly photos: HomePhotoViews;
  readonly summaries: HomeContent['summaries'];
}

export const CategoryTiles = ({ title, photos, summaries }: CategoryTilesProps) => {
  // The tiles load after hydration: they are below the first screen, but close enough that browsers would load them in parallel
  // and delay the hero image.
  const isHydrated = useIsHydrated();
  return (
    <section className="stack-8" aria-labelledby="tiles-title">
      <h2 id="tiles-title" className="title">
        {title}
      </h2>
      <ul className={styles.grid}>
        {shootTypes.map((type) => {
          const photo = photos[`${type}_MAIN`];
          const { ratio, widths } = frames[type];
          return (
            <li key={type} className={styles.tile} data-type={type}>
              <Link to={paths.category(type)} className={styles.link}>
                <div className={styles.frame}>
                  {photo === undefined ? (
                    <span className={styles.none}>대표 이미지가 없습니다.</span>
                  ) : (
                    <PhotoPicture
                      photo={photo}
                      sizes={buildCoverSizes(photo, ratio, widths)}
                      isPreviewOnly={!isHydrated}
                      fillsParent
                      isDecorative
                    />
                  )}
                </div>
                <span className={styles.name}>{shootTypeLabels[type]}</span>
                <span className="note">{summaries[type]}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
