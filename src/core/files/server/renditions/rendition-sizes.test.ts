import { expect, test } from 'vitest';
import { chooseWidths } from './rendition-sizes.ts';

test.each([
  { width: 6000, height: 4000, widths: [480, 960, 1600, 2400] },
  { width: 2400, height: 1600, widths: [480, 960, 1600, 2400] },
  { width: 2000, height: 1333, widths: [480, 960, 1600, 2000] },
  { width: 1600, height: 2000, widths: [480, 960, 1600] },
  { width: 200, height: 300, widths: [200] },
])('a photo of $width × $height px has renditions of $widths px', ({ width, height, widths }) => {
  expect(chooseWidths({ width, height })).toEqual(widths);
});

test('the widest rendition has at least 0.8 of the pixels of a photo up to 2,400 px wide', () => {
  const shares = Array.from({ length: 2400 }, (_, index) => {
    const width = index + 1;
    return (chooseWidths({ width, height: width }).at(-1) ?? 0) / width;
  });
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.8);
  expect(Math.max(...shares)).toBe(1);
});
