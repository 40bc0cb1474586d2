import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core';

export const dragInstructions: ScreenReaderInstructions = {
  draggable:
    '스페이스 키나 엔터 키로 사진을 선택한 다음 화살표 키로 옮깁니다. 스페이스 키를 다시 누르면 그 자리에 놓이고, Esc 키를 누르면 취소됩니다.',
};

/**
 * Screen reader announcements of a drag. `positionOf` counts from 1. `hasMoved` lives as long as the grid, because dnd-kit may
 * receive new announcements during a drag.
 */
export const createDragAnnouncements = (
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
