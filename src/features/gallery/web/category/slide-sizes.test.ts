import { expect, test } from 'vitest';
import { rowShapeOf, buildSlideSizes } from './slide-sizes.ts';

const lying = { width: 3000, height: 2000 };
const square = { width: 2000, height: 2000 };
const standing = { width: 1600, height: 2000 };

test('the slider row is as high as its widest photo allows, without cropping or margins', () => {
  expect(rowShapeOf([standing, lying, square])).toBe('lying');
  expect(rowShapeOf([standing, square])).toBe('square');
  expect(rowShapeOf([standing])).toBe('standing');
});

test('a slide is as wide as its photo’s ratio makes it, and never wider than the page', () => {
  const height = 'min(100vw * 0.66, clamp(min(75vh, 20rem), 100vh - 24rem, 45rem))';
  expect(buildSlideSizes(lying, 'lying')).toBe(
    `(min-width: 48rem) min(100vw, ${height} * 1.50), min(100vw, 70vh * 1.50)`,
  );
  expect(buildSlideSizes(standing, 'lying')).toBe(
    `(min-width: 48rem) min(100vw, ${height} * 0.80), min(100vw, 70vh * 0.80)`,
  );
});
