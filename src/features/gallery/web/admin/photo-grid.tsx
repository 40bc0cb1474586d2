import { useDndMonitor, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext } from '@dnd-kit/sortable';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { isPlace } from './photo-drag.ts';
import { moveId } from './photo-order.ts';
import { PhotoTile } from './photo-tile.tsx';
import justified from '../justified-rows.module.css';
import styles from './photo-grid.module.css';

interface PhotoGridProps {
  readonly photos: readonly AdminPhoto[];
  /** The label of their category. */
  readonly label: string;
  readonly homePhotoId: number | undefined;
  readonly isOrderLocked: boolean;
  readonly onOrder: (ids: readonly number[]) => void;
  readonly onEdit: (photo: AdminPhoto) => void;
  readonly onDelete: (photo: AdminPhoto) => void;
  readonly onCover?: ((photo: AdminPhoto) => void) | undefined;
  /** Called when a photo was dropped on a place on the home page. */
  readonly onDropOnHome: (photo: AdminPhoto, place: PhotoCategory) => void;
}

export const PhotoGrid = ({
  photos,
  label,
  homePhotoId,
  isOrderLocked,
  onOrder,
  onEdit,
  onDelete,
  onCover,
  onDropOnHome,
}: PhotoGridProps) => {
  const ids = photos.map(({ id }) => id);
  useDndMonitor({
    onDragEnd: ({ active, over }: DragEndEvent) => {
      const photo = photos.find(({ id }) => id === active.id);
      if (photo === undefined || over === null || active.id === over.id) return;
      if (isPlace(over.id)) onDropOnHome(photo, over.id);
      else onOrder(moveId(ids, photo.id, ids.indexOf(Number(over.id))));
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
            onEdit={onEdit}
            onDelete={onDelete}
            onCover={onCover}
          />
        ))}
      </ol>
    </SortableContext>
  );
};
