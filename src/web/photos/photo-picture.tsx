import type { Photo } from '#contract/photos.ts';
import styles from './photo-picture.module.css';

interface PhotoPictureProps {
  readonly photo: Photo;
  /** How wide it will be shown, as in `<img sizes>`. */
  readonly sizes: string;
  /** The picture that the visitor waits for: loaded at once and before others. */
  readonly isFirst?: boolean;
  /** Shows the preview alone for now; without scripts the picture comes all the same. */
  readonly isHeld?: boolean;
  /** Fills its positioned parent; else it takes its own shape. */
  readonly fills?: boolean;
  readonly fit?: 'cover' | 'contain';
  /** Something beside it already says what it shows. */
  readonly isDecorative?: boolean;
}

export const PhotoPicture = ({
  photo,
  sizes,
  isFirst = false,
  isHeld = false,
  fills = false,
  fit = 'cover',
  isDecorative = false,
}: PhotoPictureProps) => {
  const picture = (
    <picture>
      {photo.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        className={styles.image}
        src={photo.imageUrl}
        alt={isDecorative ? '' : photo.alt}
        width={photo.width}
        height={photo.height}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  );
  return (
    <span className={styles.frame} data-fills={fills || undefined} data-fit={fit}>
      {/* The preview's few pixels are not quite of the picture's shape: the view box stretches them to it. */}
      <svg
        className={styles.preview}
        viewBox={`0 0 ${photo.width} ${photo.height}`}
        preserveAspectRatio={fit === 'contain' ? 'xMidYMid meet' : 'xMidYMid slice'}
        aria-hidden="true"
      >
        <image href={photo.placeholder} width="100%" height="100%" preserveAspectRatio="none" />
      </svg>
      {isHeld ? <noscript>{picture}</noscript> : picture}
    </span>
  );
};
