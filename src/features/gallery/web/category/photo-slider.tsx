import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { slideId, type GalleryPhoto } from '#core/files/web/photo-view.ts';
import { useIsHydrated } from '#platform/web/client/use-is-hydrated.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { moveIndexByKey } from './move-index-by-key.ts';
import { PhotoButton } from './photo-button.tsx';
import { PhotoThumbnails } from './photo-thumbnails.tsx';
import { rowShapeOf, buildSlideSizes } from './slide-sizes.ts';
import type { OpenPhoto } from './use-lightbox.tsx';
import styles from './photo-slider.module.css';

/** The scroll offset, in pixels, at which the slide at `index` is at the start of the row. */
const slideOffset = (list: HTMLUListElement, index: number): number => {
  const [first, slide] = [list.children[0], list.children[index]];
  return first instanceof HTMLElement && slide instanceof HTMLElement
    ? slide.offsetLeft - first.offsetLeft
    : 0;
};

/** The index of the slide nearest to the start of the row, or of the last slide when the row is scrolled to its end. */
const currentSlide = (list: HTMLUListElement): number => {
  const { scrollLeft, clientWidth, scrollWidth, children } = list;
  if (scrollLeft > 0 && scrollLeft + clientWidth > scrollWidth - 2) return children.length - 1;
  const distances = Array.from(children, (_, index) => Math.abs(slideOffset(list, index) - scrollLeft));
  return distances.indexOf(Math.min(...distances));
};

const focusPicture = (list: HTMLUListElement, index: number): void =>
  list.children[index]?.querySelector('button')?.focus({ preventScroll: true });

/** If a slide has the focus, moves it to the slide at `index`, which becomes the current one, so that Enter opens that one. */
const moveFocus = (list: HTMLUListElement, index: number): void => {
  if (list !== document.activeElement && list.contains(document.activeElement)) focusPicture(list, index);
};

/** From this number on, the photos are usually wider than the screen. */
const MANY_PHOTOS = 6;

interface PhotoSliderProps {
  readonly photos: readonly GalleryPhoto[];
  readonly label: string;
  readonly onOpen: OpenPhoto;
}

export const PhotoSlider = ({ photos, label, onOpen }: PhotoSliderProps) => {
  const scroller = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  // Other photos load after hydration, so that only the first competes for the first paint.
  const isHydrated = useIsHydrated();
  const last = photos.length - 1;
  const row = rowShapeOf(photos);

  // The index being scrolled to. `onScroll` ignores the positions on the way there.
  const scrollTarget = useRef<number | null>(null);
  const clearScrollTarget = (): void => {
    scrollTarget.current = null;
  };

  const goTo = (index: number, behavior: ScrollBehavior = 'auto'): void => {
    const list = scroller.current;
    if (list === null) return;
    const target = Math.min(Math.max(index, 0), last);
    scrollTarget.current = target;
    setCurrent(target);
    moveFocus(list, target);
    list.scrollTo({ left: slideOffset(list, target), behavior });
  };

  const returnTo = (index: number): void => {
    goTo(index, 'instant');
    if (scroller.current !== null) focusPicture(scroller.current, index);
  };

  const readPosition = (): void => {
    const list = scroller.current;
    if (list === null || list.clientWidth === 0) return;
    const position = currentSlide(list);
    if (scrollTarget.current !== null && scrollTarget.current !== position) return;
    clearScrollTarget();
    setCurrent(position);
    moveFocus(list, position);
  };

  // The browser scrolls to the photo that the URL names, but the row snaps back when part of it was visible before. Without such a photo
  // reads the scroll position, because the visitor may have swiped before hydration.
  const findPlace = useEffectEvent((): void => {
    const named = photos.findIndex((photo) => `#${slideId(photo)}` === location.hash);
    if (named < 0) readPosition();
    else goTo(named, 'instant');
  });
  useEffect(() => findPlace(), []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = moveIndexByKey(event, current, last);
    if (index !== null) goTo(index);
  };

  return (
    <section className={cx('stack-2', styles.slider)} aria-label={label}>
      <div className={styles.stage} data-row={row}>
        <ul
          ref={scroller}
          className={cx('row-2', styles.scroller)}
          data-few={photos.length < MANY_PHOTOS || undefined}
          {...(last > 0 && {
            tabIndex: 0,
            'aria-label': `${label} ${photos.length}장, 화살표 키로 넘길 수 있습니다`,
          })}
          onScroll={readPosition}
          onPointerDown={clearScrollTarget}
          onWheel={clearScrollTarget}
          onKeyDown={onKeyDown}
        >
          {photos.map((photo, index) => (
            <li key={photo.id} id={slideId(photo)} className={styles.slide}>
              <PhotoButton
                href={photo.imageUrl}
                className={styles.open}
                tabIndex={index === current ? 0 : -1}
                aria-label={`${index + 1}번째 사진 크게 보기: ${photo.alt}`}
                onClick={() => void onOpen(index, returnTo)}
              >
                <PhotoPicture
                  photo={photo}
                  sizes={buildSlideSizes(photo, row)}
                  isPriority={index === 0}
                  isEager={index === 0 || (isHydrated && Math.abs(index - current) <= 1)}
                  isPreviewOnly={index > 0 && !isHydrated}
                  isSlide
                />
              </PhotoButton>
            </li>
          ))}
        </ul>
        {last > 0 && (
          <div className={styles.controls}>
            <Button
              variant="icon"
              aria-label="이전 사진"
              aria-disabled={current === 0}
              onClick={() => goTo(current - 1)}
            >
              <ChevronLeft aria-hidden="true" />
            </Button>
            <p className={cx('tabular', styles.counter)} aria-live="polite" aria-atomic="true">
              {current + 1} / {photos.length}
            </p>
            <Button
              variant="icon"
              aria-label="다음 사진"
              aria-disabled={current === last}
              onClick={() => goTo(current + 1)}
            >
              <ChevronRight aria-hidden="true" />
            </Button>
          </div>
        )}
      </div>
      {last > 0 && (
        <PhotoThumbnails photos={photos} current={current} isPreviewOnly={!isHydrated} onChoose={goTo} />
      )}
    </section>
  );
};
