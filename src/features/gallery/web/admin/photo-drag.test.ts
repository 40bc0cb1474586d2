import type { CollisionDetection, SensorContext } from '@dnd-kit/core';
import { expect, test } from 'vitest';
import { findTarget, moveByKey } from './photo-drag.ts';

/** Two rows of photos that differ in width: 1 and 2 above 3, 4 and 5. */
const rects = new Map(
  [
    [1, 0, 0, 300],
    [2, 310, 0, 100],
    [3, 0, 210, 100],
    [4, 110, 210, 100],
    [5, 220, 210, 190],
  ].map(([id = 0, left = 0, top = 0, width = 0]) => [
    id,
    { left, top, width, height: 200, right: left + width, bottom: top + 200 },
  ]),
);

/** The photo on whose center the dragged photo of 80 by 60 pixels is put. */
const press = (code: string, from: number): number | undefined => {
  const rect = rects.get(from);
  const context = {
    active: {
      data: { current: { sortable: { containerId: 'photos', index: from - 1, items: [1, 2, 3, 4, 5] } } },
    },
    over: rect && { id: from, rect },
    collisionRect: { left: 0, top: 0, width: 80, height: 60, right: 80, bottom: 60 },
    droppableRects: rects,
  } as unknown as SensorContext;
  const event = new Event('keydown', { cancelable: true });
  const point = moveByKey(Object.assign(event, { code }) as KeyboardEvent, {
    active: from,
    currentCoordinates: { x: 0, y: 0 },
    context,
  });
  if (!point) return undefined;
  return [...rects].find(
    ([, { left, top, width }]) => left + width / 2 === point.x + 40 && top + 100 === point.y + 30,
  )?.[0];
};

test.each([
  ['ArrowRight', 1, 2],
  ['ArrowRight', 2, 3],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 1, undefined],
  ['ArrowRight', 5, undefined],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 2, 5],
  ['ArrowUp', 3, 1],
  ['ArrowUp', 5, 2],
  ['ArrowUp', 2, undefined],
  ['ArrowDown', 4, undefined],
  ['KeyA', 1, undefined],
] as const)('%s moves a photo from place %i to %s', (code, from, to) => {
  expect(press(code, from)).toBe(to);
});

/** The target of a pointer, or of the keyboard, while photo 1 is dragged. The place of a cover is above the photos. */
const targetAt = (pointerCoordinates: { x: number; y: number } | null) => {
  const place = { left: 0, top: -100, width: 100, height: 50, right: 100, bottom: -50 };
  const drag = {
    droppableContainers: [...rects.keys(), 'FOOD_MAIN'].map((id) => ({
      id,
      node: { current: { getBoundingClientRect: () => place } },
    })),
    // The place was measured before the page was scrolled.
    droppableRects: new Map<number | string, object>(rects).set('FOOD_MAIN', {
      ...place,
      top: 900,
      bottom: 950,
    }),
    collisionRect: { left: 110, top: 280, width: 80, height: 60, right: 190, bottom: 340 },
    pointerCoordinates,
  };
  return findTarget(drag as unknown as Parameters<CollisionDetection>[0])[0]?.id;
};

test.each([
  ['on a photo', { x: 350, y: 100 }, 2],
  ['between two rows', { x: 350, y: 205 }, 4],
  ['on a place', { x: 50, y: -75 }, 'FOOD_MAIN'],
  ['beside a place', { x: 150, y: -75 }, undefined],
  ['left of all photos', { x: -1, y: 100 }, undefined],
  ['absent, by keyboard,', null, 4],
] as const)('a pointer %s has the expected target', (_, pointer, target) => {
  expect(targetAt(pointer)).toBe(target);
});
