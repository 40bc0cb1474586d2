import {
  closestCenter,
  pointerWithin,
  type Active,
  type ClientRect,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { hasSortableData } from '@dnd-kit/sortable';

/** The ids of the photos that a photo is dragged among. */
export const idsAround = (active: Active | null): readonly UniqueIdentifier[] =>
  active !== null && hasSortableData(active) ? active.data.current.sortable.items : [];

/** Whether the target is a place on the home page: its id is the category. The id of a photo is a number. */
export const isPlace = (id: UniqueIdentifier): id is string => typeof id === 'string';

/**
 * The photo or place under the pointer, because the center of a dragged wide photo may be far from it; by keyboard, or where there is
 * none, the nearest photo. A pointer left of or above all photos, where the places are, has no other target.
 */
export const findTarget: CollisionDetection = (drag) => {
  const { droppableContainers } = drag;
  const droppableRects = new Map(drag.droppableRects);
  // Measured again, because the places are sticky and stay on the screen while the page scrolls.
  for (const { id, node } of droppableContainers)
    if (isPlace(id) && node.current !== null) droppableRects.set(id, node.current.getBoundingClientRect());
  const pointed = pointerWithin({ ...drag, droppableRects });
  if (pointed.length > 0) return pointed;
  const photos = droppableContainers.filter(({ id }) => !isPlace(id));
  const rects = photos.flatMap(({ id }) => droppableRects.get(id) ?? []);
  const { x, y } = drag.pointerCoordinates ?? { x: Infinity, y: Infinity };
  if (rects.every(({ left }) => x < left) || rects.every(({ top }) => y < top)) return [];
  return closestCenter({ ...drag, droppableContainers: photos });
};

const ways: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

const centerOf = ({ left, top, width, height }: ClientRect) => ({ x: left + width / 2, y: top + height / 2 });

/** Centers the dragged photo on the next one, or on the nearest one of the row above or below. */
export const moveByKey: KeyboardCoordinateGetter = (event, { context }) => {
  const { active, over, collisionRect, droppableRects } = context;
  const ids = idsAround(active);
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
