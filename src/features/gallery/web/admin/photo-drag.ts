import {
  closestCenter,
  pointerWithin,
  type ClientRect,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core';

/** The photo under the pointer, because the center of a dragged wide one may be far from it; by keyboard the nearest. */
export const findTarget: CollisionDetection = (drag) => {
  const pointed = pointerWithin(drag);
  return pointed.length > 0 ? pointed : closestCenter(drag);
};

const ways: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

const centerOf = ({ left, top, width, height }: ClientRect) => ({ x: left + width / 2, y: top + height / 2 });

/** Centers the dragged photo on the next one of `ids`, or on the nearest one of the row above or below. */
export const moveByKey =
  (ids: readonly UniqueIdentifier[]): KeyboardCoordinateGetter =>
  (event, { context: { over, collisionRect, droppableRects } }) => {
    const way = ways[event.code];
    if (way === undefined || over === null || collisionRect === null) return undefined;
    event.preventDefault();
    const from = centerOf(over.rect);
    const centers = ids.map((id) => centerOf(droppableRects.get(id) ?? over.rect));
    // Photos of one row have centers of the same height.
    const distance = ({ x, y }: typeof from): number => Math.abs(y - from.y) * 1e4 + Math.abs(x - from.x);
    const rows = centers.filter(({ y }) => (y - from.y) * way > 1);
    const [nearest] = rows.toSorted((a, b) => distance(a) - distance(b));
    const to = /Left|Right/.test(event.code) ? centers[ids.indexOf(over.id) + way] : nearest;
    return to && { x: to.x - collisionRect.width / 2, y: to.y - collisionRect.height / 2 };
  };
