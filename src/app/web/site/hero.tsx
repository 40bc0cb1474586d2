import { useEffect, useState } from 'react';
import { paths } from '#core/content/web/paths.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import type { PhotoView } from '#core/files/web/photo-view.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { heroSizes } from './hero-sizes.ts';
import type { HeroSlides } from './hero-slides.tsx';
import styles from './hero.module.css';

interface HeroProps {
  readonly photo: PhotoView | undefined;
  /** One or two lines. */
  readonly headline: string;
}

/** Late enough that the code and photos of the slides delay nothing that the visitor came for. */
const SLIDES_AFTER_MS = 5_000;

interface SlidesCode {
  readonly HeroSlides: typeof HeroSlides;
}

/** The code that shows the other photos; null until it is loaded, and when the visitor wants little motion or little data. */
const useSlidesCode = (): SlidesCode | null => {
  const [code, setCode] = useState<SlidesCode | null>(null);
  useEffect(() => {
    const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
    if (connection?.saveData === true || matchMedia('(prefers-reduced-motion)').matches) return;
    const timer = setTimeout(() => {
      // When the import fails, the first photo stays.
      import('./hero-slides.tsx').then(setCode, () => undefined);
    }, SLIDES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return code;
};

export const Hero = ({ photo, headline }: HeroProps) => {
  const slides = useSlidesCode();
  return (
    <section
      className={styles.hero}
      data-hero={photo === undefined ? 'empty' : 'photo'}
      aria-labelledby="hero-line"
    >
      {photo === undefined ? (
        <p className={styles.none}>대표 이미지가 없습니다.</p>
      ) : (
        <PhotoPicture photo={photo} sizes={heroSizes(photo)} isPriority fillsParent />
      )}
      {photo !== undefined && slides !== null && <slides.HeroSlides />}
      <div className={styles.words}>
        <h1 id="hero-line" className={styles.line}>
          {headline}
        </h1>
        <ButtonLink to={paths.reserveType()} size="large">
          예약하기
        </ButtonLink>
      </div>
    </section>
  );
};
