import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { PhotoPicture } from '#web/photos/photo-picture.tsx';
import type { ShownPhoto } from '#web/photos/shown-photo.ts';
import { buttonClass } from '#web/ui/button.tsx';
import styles from './hero.module.css';

// As high as the style sheet makes it. A phone shows a third of a lying picture's width: at two thirds of the pixels that
// its screen could show it still looks sharp, and is there twice as soon. One of two pixels to the point, which is an older
// or a cheaper one, makes do with less.
const HEIGHT = 'clamp(26rem, 82vh, 52rem)';
const PHONE = '(max-width: 48rem)';
const PHONE_SHARPNESS = 0.6;
const COARSE_PHONE_SHARPNESS = 0.43;

/** How wide the hero's picture is shown, as in `<img sizes>`. */
export const heroSizes = ({ width, height }: ShownPhoto): string => {
  const widthAt = (sharpness: number): string =>
    `max(100vw, calc(${HEIGHT} * ${((sharpness * width) / height).toFixed(2)}))`;
  return [
    `${PHONE} and (max-resolution: 2dppx) ${widthAt(COARSE_PHONE_SHARPNESS)}`,
    `${PHONE} ${widthAt(PHONE_SHARPNESS)}`,
    widthAt(1),
  ].join(', ');
};

export const Hero = ({ photo }: { photo: ShownPhoto | undefined }) => (
  <section className={styles.hero} data-empty={photo === undefined || undefined} aria-labelledby="hero-line">
    {photo === undefined ? (
      <p className={styles.none}>대표 이미지가 없습니다.</p>
    ) : (
      <PhotoPicture photo={photo} sizes={heroSizes(photo)} isFirst fills />
    )}
    <div className={styles.scrim}>
      <div className={styles.words}>
        <h1 id="hero-line" className={styles.line}>
          오래 두고
          <br />
          다시 보는 사진
        </h1>
        <Link to={paths.reserveType()} className={buttonClass({ size: 'large' })}>
          예약하기
        </Link>
      </div>
    </div>
  </section>
);
