import { NavLink } from 'react-router';
import type { HomeContent } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { coverOf } from '#core/files/contract/photos.ts';
import { buildCoverSizes } from '#core/files/web/cover-sizes.ts';
import type { HomePhotoViews } from '#core/files/web/home-photo-views.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { useIsHydrated } from '#platform/web/client/use-is-hydrated.ts';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './category-tiles.module.css';

interface Frame {
  readonly ratio: number;
  readonly widths: readonly string[];
}

/** A frame with its widths: in pixels where the page has its full width, else in percent of the screen, on a wide one and on a phone. */
const frame = (ratio: number, wide: number, tablet: number, phone: number): Frame => ({
  ratio,
  widths: [`(min-width: 109rem) ${wide}px`, `(min-width: 48rem) ${tablet}vw`, `${phone}vw`],
});

const wide = frame(3 / 2, 1600, 92, 90);
const half = frame(4 / 5, 790, 45, 43);

// Must match the style sheet.
const layouts: Readonly<Record<number, readonly Frame[]>> = {
  1: [wide],
  2: [half, half],
  3: [wide, half, half],
  4: [frame(3 / 2, 930, 56, 90), frame(4 / 5, 520, 31, 43), frame(1, 520, 31, 43), frame(3 / 2, 890, 53, 82)],
};

/** A frame in rows of three or four, and of two on a phone, where the last of an odd number fills its row. */
const rowFrame = (columns: number, isWideOnPhone: boolean): Frame =>
  frame(4 / 5, 1600 / columns, 94 / columns, isWideOnPhone ? 90 : 43);

interface CategoryTilesProps {
  readonly title: string;
  readonly photos: HomePhotoViews;
  readonly summaries: HomeContent['summaries'];
}

export const CategoryTiles = ({ title, photos, summaries }: CategoryTilesProps) => {
  // The photos load after hydration: they are so close below the first screen that browsers would load them in parallel and delay the
  // hero image.
  const isHydrated = useIsHydrated();
  const { categories } = useStudio();
  const count = categories.length;
  const layout = layouts[count];
  const columns = count < 7 || count === 9 ? 3 : 4;
  return (
    <section className="stack-8" data-wide aria-labelledby="tiles-title">
      <h2 id="tiles-title" className={cx('title', styles.title)}>
        {title}
      </h2>
      <ul className={styles.grid} data-layout={layout === undefined ? columns : `tiles-${count}`}>
        {categories.map(({ id, name }, index) => {
          const photo = photos[coverOf(id)];
          const { ratio, widths } =
            layout?.[index] ?? rowFrame(columns, count % 2 === 1 && index === count - 1);
          return (
            <li key={id} className={styles.tile}>
              <NavLink to={paths.category(id)} className={cx('stack-1', styles.link)} viewTransition>
                <div className={styles.frame}>
                  {photo === undefined ? (
                    <span className={cx('note', styles.none)}>대표 이미지가 없습니다.</span>
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
                <span className={styles.name}>{name}</span>
                <span className="note">{summaries[id]}</span>
              </NavLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
