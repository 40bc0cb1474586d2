import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { findCategory } from '#core/content/contract/categories.ts';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { photoEndpoints } from '#core/files/contract/photos.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { toPhotoView } from '#core/files/web/photo-view.ts';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import { lazyApi } from '#platform/web/client/api/lazy-api.ts';
import { heroSizes } from './hero-sizes.ts';
import styles from './hero-slides.module.css';

const INTERVAL_MS = 6_000;

type HeroPhotos = ResponseOf<typeof photoEndpoints.heroPhotos>;

/** The photos of the hero, of which its own is usually the first; empty before they are loaded and after a failed request. */
const useHeroPhotos = (): HeroPhotos => {
  const [photos, setPhotos] = useState<HeroPhotos>([]);
  useEffect(() => {
    lazyApi.call(photoEndpoints.heroPhotos, {}).then(setPhotos, () => undefined);
  }, []);
  return photos;
};

/** Shows the photos one after another over the hero's own, which stays below. The next one is loaded while one is shown. */
export const HeroSlides = () => {
  const photos = useHeroPhotos();
  const { categories } = useStudio();
  const [current, setCurrent] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const count = photos.length;

  useEffect(() => {
    if (isPaused || count < 2) return;
    const timer = setTimeout(() => setCurrent((index) => (index + 1) % count), INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [isPaused, count, current]);

  if (count < 2) return null;
  const category = findCategory(categories, photos[current]?.shootType ?? null);
  /** True for the shown photo, the next and the previous one. */
  const isNear = (index: number): boolean => (index - current + 1 + count) % count < 3;
  return (
    <>
      {photos.map((photo, index) => {
        const view = toPhotoView(photo);
        return (
          <div key={photo.id} className={styles.slide} data-shown={index === current || undefined}>
            {isNear(index) && (
              <PhotoPicture photo={view} sizes={heroSizes(view)} isEager fillsParent isDecorative />
            )}
          </div>
        );
      })}
      <div className={styles.controls}>
        {category !== undefined && (
          <Link to={paths.category(category.id)} className={styles.category}>
            {category.name}
          </Link>
        )}
        {photos.map((photo, index) => (
          <button
            key={photo.id}
            type="button"
            className={styles.dot}
            aria-label={`${index + 1}번째 사진`}
            aria-current={index === current}
            onClick={() => setCurrent(index)}
          />
        ))}
        <button
          type="button"
          className={styles.pause}
          aria-label={isPaused ? '사진 넘기기 시작' : '사진 넘기기 중지'}
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
        </button>
      </div>
    </>
  );
};
