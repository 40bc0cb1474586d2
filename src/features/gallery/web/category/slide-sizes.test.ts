import { expect, test } from 'vitest';
import { rowShapeOf, buildSlideSizes } from './slide-sizes.ts';

const landscape = { width: 3000, height: 2000 };
const square = { width: 2000, height: 2000 };
const portrait = { width: 1600, height: 2000 };

test('the row of a phone is lower for wide photos than for upright ones', () => {
  expect(rowShapeOf([landscape])).toBe('landscape');
  expect(rowShapeOf([portrait, landscape, square])).toBe('mixed');
  expect(rowShapeOf([portrait, square])).toBe('portrait');
});

test('a slide needs the width that its height and ratio make, also where its sides are cropped', () => {
  expect(buildSlideSizes(landscape, 'mixed')).toBe(
    '(min-width: 48rem) calc(clamp(20rem, 100vh - 22rem, 60rem) * 1.50), calc(min(84vw, 70vh) * 1.50)',
  );
  expect(buildSlideSizes(portrait, 'portrait')).toBe(
    '(min-width: 48rem) calc(clamp(20rem, 100vh - 22rem, 60rem) * 0.80), calc(min(110vw, 70vh) * 0.80)',
  );
});
