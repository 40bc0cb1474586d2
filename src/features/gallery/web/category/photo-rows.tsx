import { useRef } from 'react';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { ratioOf } from '#core/files/web/photo-ratio.ts';
import type { GalleryPhoto } from '#core/files/web/photo-view.ts';
import { useIsHydrated } from '#platform/web/client/use-is-hydrated.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { PhotoButton } from './photo-button.tsx';
import type { OpenPhoto } from './use-lightbox.tsx';
import ratioStyles from '#core/files/web/photo-ratio.module.css';
import justified from '../justified-rows.module.css';
import styles from './photo-rows.module.css';

/**
 * Builds `sizes` from the heights of rows in the style sheet, enlarged by a quarter because rows usually grow to the width of
 * the page; on a phone about the width of a column.
 */
const sizesOf = (photo: GalleryPhoto): string => {
  // A panorama is cropped to the widest ratio, so its file is wider than its place.
  const ratio = Math.max(ratioOf(photo), photo.width / photo.height);
  const width = (row: number): string => `${Math.round(ratio * row * 1.25)}px`;
  return `(min-width: 100rem) ${width(320)}, (min-width: 75rem) ${width(280)}, (min-width: 48rem) ${width(220)}, 46vw`;
};

interface PhotoRowsProps {
  readonly photos: readonly GalleryPhoto[];
  readonly label: string;
  readonly onOpen: OpenPhoto;
}

/** All photos of a category, usually hardly cropped: in rows, or in two columns on a phone. Without JavaScript they link to the files. */
export const PhotoRows = ({ photos, label, onOpen }: PhotoRowsProps) => {
  const list = useRef<HTMLUListElement>(null);
  // The photos load after hydration, so that they do not delay the slider's first one.
  const isHydrated = useIsHydrated();

  const focusPhoto = (index: number): void => list.current?.children[index]?.querySelector('button')?.focus();

  return (
    <ul
      ref={list}
      className={cx(justified.rows, styles.rows)}
      aria-label={`${label} ${photos.length}장 모두 보기`}
    >
      {photos.map((photo, index) => (
        <li
          key={photo.id}
          className={cx(styles.item, ratioStyles.ratio)}
          data-ratio={ratioOf(photo).toFixed(2)}
        >
          <PhotoButton
            href={photo.imageUrl}
            className={styles.open}
            aria-label={`크게 보기: ${photo.alt}`}
            onClick={() => void onOpen(index, focusPhoto)}
          >
            <PhotoPicture
              photo={photo}
              sizes={sizesOf(photo)}
              isPreviewOnly={!isHydrated}
              fillsParent
              isDecorative
            />
          </PhotoButton>
        </li>
      ))}
    </ul>
  );
};
