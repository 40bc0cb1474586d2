import { useRef, type KeyboardEvent } from 'react';
import { centerInRow } from '#core/files/web/center-in-row.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { slideId, type GalleryPhoto } from '#core/files/web/photo-view.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { moveIndexByKey } from './move-index-by-key.ts';
import { PhotoButton } from './photo-button.tsx';
import styles from './photo-thumbnails.module.css';

interface PhotoThumbnailsProps {
  readonly photos: readonly GalleryPhoto[];
  readonly current: number;
  readonly isPreviewOnly: boolean;
  readonly onChoose: (index: number) => void;
}

/** The row of thumbnails: one Tab stop, arrow keys move within it. */
export const PhotoThumbnails = ({ photos, current, isPreviewOnly, onChoose }: PhotoThumbnailsProps) => {
  const row = useRef<HTMLOListElement>(null);

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = moveIndexByKey(event, current, photos.length - 1);
    if (index === null) return;
    onChoose(index);
    row.current?.children[index]?.querySelector('button')?.focus({ preventScroll: true });
  };

  return (
    <ol ref={row} className={cx('row-2 fit', styles.thumbnails)} onKeyDown={onKeyDown}>
      {photos.map((photo, index) => (
        <li key={photo.id} ref={index === current ? centerInRow : undefined} className={styles.item}>
          <PhotoButton
            href={`#${slideId(photo)}`}
            className={styles.thumbnail}
            tabIndex={index === current ? 0 : -1}
            aria-label={`${index + 1}번째 사진 보기`}
            aria-current={index === current ? 'true' : undefined}
            onClick={() => onChoose(index)}
          >
            <PhotoPicture photo={photo} sizes="72px" isPreviewOnly={isPreviewOnly} fillsParent isDecorative />
          </PhotoButton>
        </li>
      ))}
    </ol>
  );
};
