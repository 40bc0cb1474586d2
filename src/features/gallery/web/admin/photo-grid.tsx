import {
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type Announcements,
  type ScreenReaderInstructions,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { SortableContext } from '@dnd-kit/sortable';
import { useRef } from 'react';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { findTarget, moveByKey } from './photo-drag.ts';
import { moveId } from './photo-order.ts';
import { PhotoTile } from './photo-tile.tsx';
import justified from '../justified-rows.module.css';
import styles from './photo-grid.module.css';

const dragInstructions: ScreenReaderInstructions = {
  draggable:
    '스페이스 키나 엔터 키로 사진을 선택한 다음 화살표 키로 옮깁니다. 스페이스 키를 다시 누르면 그 자리에 놓이고, Esc 키를 누르면 취소됩니다.',
};

/**
 * Screen reader announcements of a drag. `positionOf` counts from 1. `hasMoved` lives as long as the grid, because dnd-kit may
 * receive new announcements during a drag.
 */
const createDragAnnouncements = (
  positionOf: (id: UniqueIdentifier) => number,
  count: number,
  hasMoved: { current: boolean },
): Announcements => ({
  onDragStart: ({ active }) => {
    hasMoved.current = false;
    return `${positionOf(active.id)}번째 사진을 선택했습니다. 모두 ${count}장입니다.`;
  },
  onDragOver: ({ active, over }) => {
    // dnd-kit reports the photo's own position right after the start. Announcing that would interrupt the start announcement.
    if (over === null || (over.id === active.id && !hasMoved.current)) return undefined;
    hasMoved.current = true;
    return `${positionOf(over.id)}번째 자리로 옮겼습니다.`;
  },
  onDragEnd: ({ over }) =>
    over === null ? '사진을 원래 자리에 놓았습니다.' : `사진을 ${positionOf(over.id)}번째 자리에 놓았습니다.`,
  onDragCancel: ({ active }) =>
    `이동을 취소했습니다. 사진은 ${positionOf(active.id)}번째 자리에 그대로 있습니다.`,
});

// A long press starts a drag; a finger that moves earlier scrolls the page.
const LONG_PRESS = { delay: 300, tolerance: 8 };

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
}: PhotoGridProps) => {
  const ids = photos.map(({ id }) => id);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: LONG_PRESS }),
    useSensor(KeyboardSensor, { coordinateGetter: moveByKey(ids) }),
  );
  const hasMoved = useRef(false);

  const drop = ({ active, over }: DragEndEvent): void => {
    if (over === null || active.id === over.id) return;
    onOrder(moveId(ids, Number(active.id), ids.indexOf(Number(over.id))));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findTarget}
      autoScroll={{ threshold: { x: 0, y: 0.2 } }}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: dragInstructions,
        announcements: createDragAnnouncements((id) => ids.indexOf(Number(id)) + 1, ids.length, hasMoved),
      }}
    >
      {/* Photos differ in width, so the others stay in place during a drag, and a line shows where the photo goes. */}
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
    </DndContext>
  );
};
