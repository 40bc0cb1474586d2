import { useCallback, useState } from 'react';
import styles from './photo-picture.module.css';
import type { PhotoView } from './photo-view.ts';

interface PhotoPictureProps {
  readonly photo: PhotoView;
  /** How wide it will be shown, as in `<img sizes>`. */
  readonly sizes: string;
  /** The picture that the visitor waits for: loaded at once and before others. */
  readonly isPriority?: boolean;
  /** Loaded at once, though it may not be seen yet. */
  readonly isEager?: boolean;
  /** Shows the preview alone for now; without scripts the picture comes all the same. */
  readonly isPreviewOnly?: boolean;
  /** Fills its positioned parent; else it takes its own shape. */
  readonly fillsParent?: boolean;
  /** As high as its parent, and as wide as its own shape makes it. */
  readonly fitsParentHeight?: boolean;
  readonly fit?: 'cover' | 'contain';
  /** Something beside it already says what it shows. */
  readonly isDecorative?: boolean;
}

/** A rendition that cannot be had gives way to the JPEG, and the JPEG to the preview and the words. */
const fallbackLevels = ['none', 'sources', 'all'] as const;
type FallbackLevel = (typeof fallbackLevels)[number];

const useImageFallback = () => {
  const [loss, setLoss] = useState<FallbackLevel>('none');
  const loseMore = useCallback(
    () =>
      setLoss(
        (before) =>
          fallbackLevels[Math.min(fallbackLevels.indexOf(before) + 1, fallbackLevels.length - 1)] ?? 'all',
      ),
    [],
  );
  // It may have failed before the page came to life.
  const check = useCallback(
    (image: HTMLImageElement | null): void => {
      if (image?.complete === true && image.naturalWidth === 0 && image.currentSrc !== '') loseMore();
    },
    [loseMore],
  );
  return { loss, loseMore, check };
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
  const { loss, loseMore, check } = useImageFallback();
  const alt = isDecorative ? '' : photo.alt;
  const picture = (
    <picture key={loss}>
      {loss === 'none' &&
        // Without scripts the best of them is enough, and the JPEG.
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
        onError={loseMore}
      />
    </picture>
  );
  const lost = alt !== '' && (
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
      {/* The preview's few pixels are not quite of the picture's shape: the view box stretches them to it. */}
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
      {loss === 'all' && lost}
      {loss !== 'all' && (isPreviewOnly ? <noscript>{picture}</noscript> : picture)}
    </span>
  );
};
