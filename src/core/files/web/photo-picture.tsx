import { useCallback, useState } from 'react';
import { cx } from '#platform/web/ui/cx.ts';
import type { PhotoView } from './photo-view.ts';
import focusStyles from './photo-focus.module.css';
import styles from './photo-picture.module.css';

interface PhotoPictureProps {
  readonly photo: PhotoView;
  /** The displayed width as the `sizes` attribute of an image. */
  readonly sizes: string;
  /** Loads eagerly and with high fetch priority, as the largest contentful image should. */
  readonly isPriority?: boolean;
  /** Loads at once, even when the picture is off screen. */
  readonly isEager?: boolean;
  /** Shows only the preview. Without JavaScript the picture loads all the same. */
  readonly isPreviewOnly?: boolean;
  /** Fills its positioned parent instead of using the picture's own ratio. */
  readonly fillsParent?: boolean;
  /** Takes the height of its parent and a width by its own ratio. */
  readonly isSlide?: boolean;
  /** Shows the whole photo instead of filling the frame. */
  readonly fit?: 'contain';
  /** Sets an empty `alt`: the picture is an ornament, or the text around it says enough. */
  readonly isDecorative?: boolean;
}

/** What failed to load: nothing, the first image tried (the JPEG is tried next), or also the JPEG (the description is shown, if any). */
type FallbackLevel = 'none' | 'sources' | 'all';

/** `fadesIn` hides the image until it has loaded. */
const useImageState = (fadesIn: boolean) => {
  const [level, setLevel] = useState<FallbackLevel>('none');
  const [isLoading, setIsLoading] = useState(false);
  const fallBack = useCallback(() => setLevel((before) => (before === 'none' ? 'sources' : 'all')), []);
  // The image may have failed before hydration attached the error handler.
  const check = useCallback(
    (image: HTMLImageElement | null): void => {
      if (image === null) return;
      setIsLoading(fadesIn && !image.complete);
      if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') fallBack();
    },
    [fadesIn, fallBack],
  );
  const finishLoading = useCallback(() => setIsLoading(false), []);
  return { level, isLoading, fallBack, finishLoading, check };
};

/** The center is the style sheet's default. */
const focusAttribute = (percent: number): string | undefined =>
  percent === 50 ? undefined : String(percent).padStart(2, '0');

export const PhotoPicture = ({
  photo,
  sizes,
  isPriority = false,
  isEager = isPriority,
  isPreviewOnly = false,
  fillsParent = false,
  isSlide = false,
  fit,
  isDecorative = false,
}: PhotoPictureProps) => {
  const { level, isLoading, fallBack, finishLoading, check } = useImageState(!isPriority);
  const alt = isDecorative ? '' : photo.alt;
  const picture = (
    <picture key={level}>
      {level === 'none' &&
        // A preview-only picture loads in full only without JavaScript, where one source and the JPEG are enough.
        photo.sources
          .slice(0, isPreviewOnly ? 1 : undefined)
          .map(({ type, srcset }) => <source key={type} type={type} srcSet={srcset} sizes={sizes} />)}
      <img
        ref={check}
        className={styles.image}
        src={photo.imageUrl}
        alt={alt}
        width={photo.width}
        height={photo.height}
        loading={isEager ? 'eager' : 'lazy'}
        {...(isPriority && { fetchPriority: 'high' })}
        decoding="async"
        data-loading={isLoading || undefined}
        onLoad={finishLoading}
        onError={fallBack}
      />
    </picture>
  );
  const fallback = alt !== '' && (
    <span className={styles.lost}>
      <span>{alt}</span>
    </span>
  );
  return (
    <span
      className={cx(styles.frame, focusStyles.focus)}
      data-fills={fillsParent || undefined}
      data-slide={isSlide || undefined}
      data-fit={fit}
      data-x={focusAttribute(photo.focus.x)}
      data-y={focusAttribute(photo.focus.y)}
    >
      {/* Gives the frame the ratio of the photo. The preview has a slightly different one. */}
      {!fillsParent && (
        <svg className={styles.shape} viewBox={`0 0 ${photo.width} ${photo.height}`} aria-hidden="true" />
      )}
      {photo.placeholder !== '' && <img className={styles.preview} src={photo.placeholder} alt="" />}
      {level === 'all' && fallback}
      {level !== 'all' && (isPreviewOnly ? <noscript>{picture}</noscript> : picture)}
    </span>
  );
};
