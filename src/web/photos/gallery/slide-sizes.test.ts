import { expect, test } from 'vitest';
import { rowShapeOf, buildSlideSizes } from './slide-sizes.ts';

const lying = { width: 3000, height: 2000 };
const square = { width: 2000, height: 2000 };
const standing = { width: 1600, height: 2000 };

test('the row height follows the widest photo, so that no photo is cropped or padded', () => {
  expect(rowShapeOf([standing, lying, square])).toBe('lying');
  expect(rowShapeOf([standing, square])).toBe('square');
  expect(rowShapeOf([standing])).toBe('standing');
});

test('a photo’s width follows its aspect ratio and never exceeds the page', () => {
  const height = 'min(100vw * 0.66, clamp(min(75vh, 20rem), 100vh - 24rem, 45rem))';
  expect(buildSlideSizes(lying, 'lying')).toBe(`min(100vw, ${height} * 1.50)`);
  expect(buildSlideSizes(standing, 'lying')).toBe(`min(100vw, ${height} * 0.80)`);
});
