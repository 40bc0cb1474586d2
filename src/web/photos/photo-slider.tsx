import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Photo } from '#contract/photos.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { useIsHydrated } from '#web/shell/use-is-hydrated.ts';
import type { PhotoLightbox } from './photo-lightbox.tsx';
import { PhotoPicture } from './photo-picture.tsx';
import styles from './photo-slider.module.css';

interface Opened {
  readonly Lightbox: typeof PhotoLightbox;
  readonly index: number;
}

/** The frame that fits the tallest picture, so that nothing moves while sliding. */
const frameOf = (photos: readonly Photo[]): 'wide' | 'square' | 'tall' => {
  const tallest = Math.max(...photos.map(({ width, height }) => height / width));
  if (tallest > 1.1) return 'tall';
  return tallest > 0.8 ? 'square' : 'wide';
};

const keySteps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_index, last) => last,
};

interface PhotoSliderProps {
  readonly photos: readonly Photo[];
  /** Names the slider to those who do not see it. */
  readonly label: string;
}

export const PhotoSlider = ({ photos, label }: PhotoSliderProps) => {
  const scroller = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [opened, setOpened] = useState<Opened | null>(null);
  // Only the first picture competes for the first paint.
  const isSettled = useIsHydrated();
  const last = photos.length - 1;

  const goTo = (index: number): void => {
    const list = scroller.current;
    if (list === null) return;
    list.scrollTo({ left: Math.min(Math.max(index, 0), last) * list.clientWidth });
  };

  // Full screen costs nothing until somebody asks for it.
  const open = async (index: number): Promise<void> => {
    try {
      const { PhotoLightbox: Lightbox } = await import('./photo-lightbox.tsx');
      setOpened({ Lightbox, index });
    } catch {
      await showAlert('사진을 크게 열지 못했습니다. 다시 시도해 주세요.');
    }
  };

  /** From full screen back to the picture that was seen last. */
  const returnTo = (index: number): void => {
    goTo(index);
    scroller.current?.children[index]?.querySelector('button')?.focus({ preventScroll: true });
  };

  const readPosition = (): void => {
    const list = scroller.current;
    if (list !== null && list.clientWidth > 0) setCurrent(Math.round(list.scrollLeft / list.clientWidth));
  };

  // The visitor may have swiped before the page came to life.
  useEffect(readPosition, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = keySteps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(step(current, last));
  };

  return (
    <section className={styles.slider} aria-label={label}>
      <div className={styles.stage} data-frame={frameOf(photos)}>
        <ul
          ref={scroller}
          className={styles.scroller}
          tabIndex={0}
          aria-label={`${label} ${photos.length}장, 화살표 키로 넘길 수 있습니다`}
          onScroll={readPosition}
          onKeyDown={onKeyDown}
        >
          {photos.map((photo, index) => (
            <li key={photo.id} className={styles.slide}>
              <button
                type="button"
                className={styles.open}
                tabIndex={index === current ? 0 : -1}
                aria-label={`${index + 1}번째 사진 크게 보기: ${photo.alt}`}
                onClick={() => void open(index)}
              >
                <PhotoPicture
                  photo={photo}
                  sizes="(min-width: 75rem) 1080px, 100vw"
                  isFirst={index === 0}
                  isHeld={index > 0 && !isSettled}
                  fit="contain"
                  fills
                />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.under}>
        <div className={styles.controls}>
          <button
            type="button"
            className={styles.step}
            aria-label="이전 사진"
            disabled={current === 0}
            onClick={() => goTo(current - 1)}
          >
            <ChevronLeft aria-hidden="true" />
          </button>
          <p className={styles.counter} aria-live="polite" aria-atomic="true">
            {current + 1} / {photos.length}
          </p>
          <button
            type="button"
            className={styles.step}
            aria-label="다음 사진"
            disabled={current === last}
            onClick={() => goTo(current + 1)}
          >
            <ChevronRight aria-hidden="true" />
          </button>
        </div>
        {photos.length > 1 && (
          <ol className={styles.thumbnails}>
            {photos.map((photo, index) => (
              <li key={photo.id}>
                <button
                  type="button"
                  className={styles.thumbnail}
                  aria-label={`${index + 1}번째 사진 보기`}
                  aria-current={index === current ? 'true' : undefined}
                  onClick={() => goTo(index)}
                >
                  <PhotoPicture photo={photo} sizes="72px" isHeld={!isSettled} fills isDecorative />
                </button>
              </li>
            ))}
          </ol>
        )}
      </div>
      {opened !== null && (
        <opened.Lightbox
          photos={photos}
          index={opened.index}
          onLeave={returnTo}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
};
