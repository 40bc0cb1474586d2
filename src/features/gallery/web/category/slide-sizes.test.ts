import { expect, test } from 'vitest';
import { rowShapeOf, buildSlideSizes } from './slide-sizes.ts';

const landscape = { width: 3000, height: 2000 };
const square = { width: 2000, height: 2000 };
const portrait = { width: 1600, height: 2000 };

test('the slider row is as high as its widest photo allows, without cropping or margins', () => {
  expect(rowShapeOf([portrait, landscape, square])).toBe('landscape');
  expect(rowShapeOf([portrait, square])).toBe('square');
  expect(rowShapeOf([portrait])).toBe('portrait');
});

test('a slide is as wide as its photo’s ratio makes it, and never wider than the page', () => {
  const height = 'min(100vw * 0.66, clamp(min(75vh, 20rem), 100vh - 24rem, 45rem))';
  expect(buildSlideSizes(landscape, 'landscape')).toBe(
    `(min-width: 48rem) min(100vw, ${height} * 1.50), min(100vw, 70vh * 1.50)`,
  );
  expect(buildSlideSizes(portrait, 'landscape')).toBe(
    `(min-width: 48rem) min(100vw, ${height} * 0.80), min(100vw, 70vh * 0.80)`,
  );
});
