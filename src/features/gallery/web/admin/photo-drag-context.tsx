import {
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Active,
  type Announcements,
  type ScreenReaderInstructions,
} from '@dnd-kit/core';
import { useState, type ReactNode } from 'react';
import { mouseDrag, touchDrag } from '#platform/web/client/drag-starts.ts';
import { findTarget, idsAround, isPlace, moveByKey } from './photo-drag.ts';

const dragInstructions: ScreenReaderInstructions = {
  draggable:
    '스페이스 키나 엔터 키로 사진을 선택한 다음 화살표 키로 옮깁니다. 스페이스 키를 다시 누르면 그 자리에 놓이고, Esc 키를 누르면 취소됩니다.',
};

/** The place of a photo, from 1, in the grid of the dragged one. */
const positionOf = (active: Active, id = active.id): number => idsAround(active).indexOf(id) + 1;

/** Screen reader announcements of a drag. The page reports what is put on the home page. */
const createDragAnnouncements = (): Announcements => {
  let hasMoved = false;
  return {
    onDragStart: ({ active }) => {
      hasMoved = false;
      return `${positionOf(active)}번째 사진을 선택했습니다. 모두 ${idsAround(active).length}장입니다.`;
    },
    onDragOver: ({ active, over }) => {
      // dnd-kit reports the photo's own position right after the start. Announcing that would interrupt the start announcement.
      if (over === null || isPlace(over.id) || (over.id === active.id && !hasMoved)) return undefined;
      hasMoved = true;
      return `${positionOf(active, over.id)}번째 자리로 옮겼습니다.`;
    },
    onDragEnd: ({ active, over }) => {
      if (over === null) return '사진을 원래 자리에 놓았습니다.';
      return isPlace(over.id) ? undefined : `사진을 ${positionOf(active, over.id)}번째 자리에 놓았습니다.`;
    },
    onDragCancel: ({ active }) =>
      `이동을 취소했습니다. 사진은 ${positionOf(active)}번째 자리에 그대로 있습니다.`,
  };
};

const AUTO_SCROLL = { threshold: { x: 0, y: 0.2 } };

/** Lets photos be dragged to another place of their grid, and to the places on the home page. */
export const PhotoDragContext = ({ children }: { children: ReactNode }) => {
  const sensors = useSensors(
    useSensor(MouseSensor, mouseDrag),
    useSensor(TouchSensor, touchDrag),
    useSensor(KeyboardSensor, { coordinateGetter: moveByKey }),
  );
  const [isOverPlace, setIsOverPlace] = useState(false);
  const [announcements] = useState(createDragAnnouncements);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findTarget}
      // The places at the top of the screen must not scroll the photos away.
      autoScroll={isOverPlace ? false : AUTO_SCROLL}
      onDragOver={({ over }) => setIsOverPlace(over !== null && isPlace(over.id))}
      accessibility={{ screenReaderInstructions: dragInstructions, announcements }}
    >
      {children}
    </DndContext>
  );
};
