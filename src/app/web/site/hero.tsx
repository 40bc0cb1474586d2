import { paths } from '#core/content/web/paths.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import type { PhotoView } from '#core/files/web/photo-view.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import styles from './hero.module.css';

// Must match the height in the style sheet, but for `vh` in the place of `svh`.
const HEIGHT = 'clamp(26rem, 82vh, 52rem)';

/**
 * Scales the requested width by device pixel ratio. About 1.75 pixels per CSS pixel are enough at 2 (phones only), 2.5 and 3 dppx, and
 * often select a smaller file.
 */
const DENSE_SCREENS = [
  ['(min-resolution: 3dppx)', '0.58'],
  ['(min-resolution: 2.5dppx)', '0.69'],
  ['(max-width: 40rem) and (min-resolution: 1.5dppx)', '0.87'],
] as const;

/** The `sizes` of the hero image. Where the hero is taller than the photo, the sides are cropped. */
export const heroSizes = ({ width, height }: PhotoView): string => {
  const rendered = `max(100vw, ${HEIGHT} * ${(width / height).toFixed(2)})`;
  return [...DENSE_SCREENS.map(([screen, share]) => `${screen} calc(${rendered} * ${share})`), rendered].join(
    ', ',
  );
};

interface HeroProps {
  readonly photo: PhotoView | undefined;
  /** One or two lines. */
  readonly headline: string;
}

export const Hero = ({ photo, headline }: HeroProps) => (
  <section className={styles.hero} data-empty={photo === undefined || undefined} aria-labelledby="hero-line">
    {photo === undefined ? (
      <p className={styles.none}>대표 이미지가 없습니다.</p>
    ) : (
      <PhotoPicture photo={photo} sizes={heroSizes(photo)} isPriority fillsParent />
    )}
    <div className={styles.scrim}>
      <div className={styles.words}>
        <h1 id="hero-line" className={styles.line}>
          {headline}
        </h1>
        <ButtonLink to={paths.reserveType()} size="large">
          예약하기
        </ButtonLink>
      </div>
    </div>
  </section>
);
