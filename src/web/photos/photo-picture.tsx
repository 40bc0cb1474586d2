import { useCallback, useState } from 'react';
import styles from './photo-picture.module.css';
import type { PhotoView } from './photo-view.ts';

interface PhotoPictureProps {
  readonly photo: PhotoView;
  /** The displayed width as the `sizes` attribute of an image. */
  readonly sizes: string;
  /** The largest contentful image: loaded eagerly and with high fetch priority. */
  readonly isPriority?: boolean;
  /** Loads at once, even when the picture is off screen. */
  readonly isEager?: boolean;
  /** Shows only the preview for now. Without JavaScript the picture loads all the same. */
  readonly isPreviewOnly?: boolean;
  /** Fills its positioned parent instead of using the picture's own ratio. */
  readonly fillsParent?: boolean;
  /** Takes the height of its parent and a width by its own ratio. */
  readonly fitsParentHeight?: boolean;
  readonly fit?: 'cover' | 'contain';
  /** True when adjacent text already describes the picture; sets an empty `alt`. */
  readonly isDecorative?: boolean;
}

/** Fallback order after a load error: AVIF or WebP sources, then the JPEG, then the preview with the description. */
const fallbackLevels = ['none', 'sources', 'all'] as const;
type FallbackLevel = (typeof fallbackLevels)[number];

const useImageFallback = () => {
  const [level, setLevel] = useState<FallbackLevel>('none');
  const fallBack = useCallback(
    () =>
      setLevel(
        (before) =>
          fallbackLevels[Math.min(fallbackLevels.indexOf(before) + 1, fallbackLevels.length - 1)] ?? 'all',
      ),
    [],
  );
  // The image may have failed before hydration attached the error handler.
  const check = useCallback(
    (image: HTMLImageElement | null): void => {
      if (image?.complete === true && image.naturalWidth === 0 && image.currentSrc !== '') fallBack();
    },
    [fallBack],
  );
  return { level, fallBack, check };
};

export const PhotoPicture = ({
  photo,
  sizes,
  isPriority = false,
  isEager = isPriority,
  isPreviewOnly = false,
  fillsParent = false,
  fitsParentHeight = false,
  fit = 'cover',
  isDecorative = false,
}: PhotoPictureProps) => {
  const { level, fallBack, check } = useImageFallback();
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
      className={styles.frame}
      data-fills={fillsParent || undefined}
      data-hangs={fitsParentHeight || undefined}
      data-fit={fit}
    >
      {/* The preview has few pixels and a slightly different ratio. The view box stretches it to the picture's. */}
      <svg
        className={styles.preview}
        viewBox={`0 0 ${photo.width} ${photo.height}`}
        preserveAspectRatio={fit === 'contain' ? 'xMidYMid meet' : 'xMidYMid slice'}
        aria-hidden="true"
      >
        {photo.placeholder !== '' && (
          <image href={photo.placeholder} width="100%" height="100%" preserveAspectRatio="none" />
        )}
      </svg>
      {level === 'all' && fallback}
      {level !== 'all' && (isPreviewOnly ? <noscript>{picture}</noscript> : picture)}
    </span>
  );
};
