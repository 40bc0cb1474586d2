import { useCallback, useState } from 'react';
import styles from './photo-picture.module.css';
import type { PhotoView } from './photo-view.ts';

interface PhotoPictureProps {
  readonly photo: PhotoView;
  /** The displayed width, as in `<img sizes>`. */
  readonly sizes: string;
  /** Whether this is the main image, which is loaded with high priority. */
  readonly isPriority?: boolean;
  /** Whether to load eagerly even if not visible yet. */
  readonly isEager?: boolean;
  /** Whether to show only the placeholder for now; without scripts the image is loaded anyway. */
  readonly isPreviewOnly?: boolean;
  /** Whether to fill the positioned parent instead of keeping its own aspect ratio. */
  readonly fillsParent?: boolean;
  /** Whether to take the parent's height and a width by its aspect ratio. */
  readonly fitsParentHeight?: boolean;
  readonly fit?: 'cover' | 'contain';
  /** Whether adjacent text already describes the image. */
  readonly isDecorative?: boolean;
}

/** Falls back to the JPEG if a rendition fails to load, and to the placeholder with the alternative text if the JPEG fails. */
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
  // The image may have failed before hydration.
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
        // Without scripts one modern format and the JPEG are enough.
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
