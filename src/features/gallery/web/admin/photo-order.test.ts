import { expect, test } from 'vitest';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import { sortByIds } from './photo-order.ts';

const photos = [1, 2, 3].map((id) => ({ id, contentHash: `hash-${id}` }) as AdminPhoto);
const idsOf = (list: readonly AdminPhoto[]) => list.map(({ id }) => id);

test('sorting photos by ids puts photos missing from the ids first and ignores ids without a photo', () => {
  expect(idsOf(sortByIds(photos, null))).toEqual([1, 2, 3]);
  expect(idsOf(sortByIds(photos, [3, 9, 1]))).toEqual([2, 3, 1]);
});
