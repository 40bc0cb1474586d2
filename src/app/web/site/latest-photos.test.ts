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
const lying = photo(1500, 1000);
const standing = photo(800, 1000);

it('photos of one shape are split in the middle, in their order', () => {
  const photos = Array.from({ length: 8 }, (_, index) => ({ ...lying, id: index }));
  expect(splitRows(photos).map((row) => row.map(({ id }) => id))).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ]);
});

it('a row of upright photos has more of them than one of lying photos', () => {
  const [first, second] = splitRows([lying, lying, lying, ...Array.from({ length: 5 }, () => standing)]);
  expect([first.length, second.length]).toEqual([3, 5]);
});
