import type { AdminPhoto } from '#contract/admin-photos.ts';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { useRef } from 'react';
import { moveId } from './photo-order.ts';
import { PhotoTile } from './photo-tile.tsx';
import styles from './photo-grid.module.css';
import { createDragAnnouncements, dragInstructions } from './drag-announcements.ts';

// A long press starts a drag; a finger that moves earlier scrolls the page.
const LONG_PRESS = { delay: 300, tolerance: 8 };

interface PhotoGridProps {
  readonly photos: readonly AdminPhoto[];
  readonly homePhotoId: number | undefined;
  readonly isOrderLocked: boolean;
  readonly onOrder: (ids: readonly number[]) => void;
  readonly onEdit: (photo: AdminPhoto) => void;
  readonly onDelete: (photo: AdminPhoto) => void;
}

export const PhotoGrid = ({
  photos,
  homePhotoId,
  isOrderLocked,
  onOrder,
  onEdit,
  onDelete,
}: PhotoGridProps) => {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: LONG_PRESS }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const hasMoved = useRef(false);
  const ids = photos.map(({ id }) => id);

  const drop = ({ active, over }: DragEndEvent): void => {
    if (over === null || active.id === over.id) return;
    onOrder(moveId(ids, Number(active.id), ids.indexOf(Number(over.id))));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: dragInstructions,
        announcements: createDragAnnouncements((id) => ids.indexOf(Number(id)) + 1, ids.length, hasMoved),
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy} disabled={isOrderLocked}>
        <ol className={styles.grid}>
          {photos.map((photo, index) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              position={index + 1}
              isOnHome={photo.id === homePhotoId}
              isOrderLocked={isOrderLocked}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
};
