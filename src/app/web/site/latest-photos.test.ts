import { expect, it } from 'vitest';
import { splitRows } from './latest-photos.tsx';

const photo = (width: number, height: number) => ({
  id: width,
  imageUrl: '',
  width,
  height,
  alt: '',
  placeholder: '',
  sources: [],
  focus: { x: 50, y: 50 },
});
const landscape = photo(1500, 1000);
const portrait = photo(800, 1000);

it('photos of one shape are split in the middle, in their order', () => {
  const photos = Array.from({ length: 8 }, (_, index) => ({ ...landscape, id: index }));
  expect(splitRows(photos).map((row) => row.map(({ id }) => id))).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ]);
});

it('a row of upright photos has more of them than one of landscape photos', () => {
  const [first, second] = splitRows([
    landscape,
    landscape,
    landscape,
    ...Array.from({ length: 5 }, () => portrait),
  ]);
  expect([first.length, second.length]).toEqual([3, 5]);
});
