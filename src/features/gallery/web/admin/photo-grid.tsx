import { useDndMonitor } from '@dnd-kit/core';
import { SortableContext, arrayMove } from '@dnd-kit/sortable';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { isPlace } from './photo-drag.ts';
import type { TileActions } from './photo-tile-parts.tsx';
import { PhotoTile } from './photo-tile.tsx';
import justified from '../justified-rows.module.css';
import styles from './photo-grid.module.css';

export interface PhotosProps {
  readonly photos: readonly AdminPhoto[];
  /** The label of their category. */
  readonly label: string;
  readonly homePhotoId: number | undefined;
}

interface PhotoGridProps extends PhotosProps {
  readonly isOrderLocked: boolean;
  readonly onOrder: (ids: readonly number[]) => void;
  /** Called when a photo was dropped on a place on the home page. */
  readonly onDropOnHome: (photo: AdminPhoto, place: PhotoCategory) => void;
  readonly actions: TileActions;
}

export const PhotoGrid = ({
  photos,
  label,
  homePhotoId,
  isOrderLocked,
  onOrder,
  onDropOnHome,
  actions,
}: PhotoGridProps) => {
  const ids = photos.map(({ id }) => id);
  useDndMonitor({
    onDragEnd: ({ active, over }) => {
      const from = ids.findIndex((id) => id === active.id);
      const photo = photos[from];
      if (photo === undefined || over === null || active.id === over.id) return;
      if (isPlace(over.id)) onDropOnHome(photo, over.id);
      else onOrder(arrayMove(ids, from, ids.indexOf(Number(over.id))));
    },
  });

  // Photos differ in width, so the others stay in place during a drag, and a line shows where the photo goes.
  return (
    <SortableContext items={ids} strategy={() => null} disabled={isOrderLocked}>
      <ol className={cx(justified.rows, styles.grid)}>
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            label={label}
            position={index + 1}
            isOnHome={photo.id === homePhotoId}
            isOrderLocked={isOrderLocked}
            actions={actions}
          />
        ))}
      </ol>
    </SortableContext>
  );
};
