import { expect, test } from 'vitest';
import type { Photo } from '../contract/photos.ts';
import { buildCoverSizes } from './cover-sizes.ts';

const photoOf = (width: number, height: number): Photo => ({
  id: 1,
  imageUrl: '/photos/p.jpg',
  savedFileName: 'p',
  category: 'FOOD',
  width,
  height,
  alt: '접시',
  placeholder: 'data:image/webp;base64,AA==',
  focus: { x: 50, y: 50 },
  sources: [],
});

test('a picture with the frame’s ratio, or a portrait in a landscape frame, is as wide as the frame', () => {
  expect(buildCoverSizes(photoOf(3000, 2000), 3 / 2, ['(min-width: 48rem) 56vw', '90vw'])).toBe(
    '(min-width: 48rem) 56vw, 90vw',
  );
  expect(buildCoverSizes(photoOf(2000, 3000), 3 / 2, ['90vw'])).toBe('90vw');
});

test('a landscape picture in a portrait frame is wider than its visible part', () => {
  expect(buildCoverSizes(photoOf(3000, 2000), 4 / 5, ['(min-width: 48rem) 31vw', '43vw'])).toBe(
    '(min-width: 48rem) calc(31vw * 1.88), calc(43vw * 1.88)',
  );
});
