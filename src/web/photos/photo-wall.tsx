import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { DragEndEvent } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { useRef } from 'react';
import type { AdminPhoto } from '#contract/photos.ts';
import { moveTo } from './photo-order.ts';
import { PhotoTile } from './photo-tile.tsx';
import styles from './photo-wall.module.css';
import { sortAnnouncements, sortInstructions } from './wall-words.ts';

// A press that stays is a grip; one that moves on scrolls.
const GRIP = { delay: 300, tolerance: 8 };

interface PhotoWallProps {
  readonly photos: readonly AdminPhoto[];
  readonly onHome: number | undefined;
  readonly isFixed: boolean;
  readonly onOrder: (ids: readonly number[]) => void;
  readonly onEdit: (photo: AdminPhoto) => void;
  readonly onDelete: (photo: AdminPhoto) => void;
}

export const PhotoWall = ({ photos, onHome, isFixed, onOrder, onEdit, onDelete }: PhotoWallProps) => {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: GRIP }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const hasMoved = useRef(false);
  const ids = photos.map(({ id }) => id);

  const drop = ({ active, over }: DragEndEvent): void => {
    if (over === null || active.id === over.id) return;
    onOrder(moveTo(ids, Number(active.id), ids.indexOf(Number(over.id))));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: sortInstructions,
        announcements: sortAnnouncements((id) => ids.indexOf(Number(id)) + 1, ids.length, hasMoved),
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy} disabled={isFixed}>
        <ol className={styles.wall}>
          {photos.map((photo, index) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              place={index + 1}
              isOnHome={photo.id === onHome}
              isFixed={isFixed}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
};
