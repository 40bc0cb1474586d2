import type { AdminPhoto } from '#contract/admin-photos.ts';
import { expect, test } from 'vitest';
import { createUpload } from '#web/photos/upload/upload.ts';

import { sortByIds, moveId, insertNewPhotos } from './photo-order.ts';

const photos = [1, 2, 3].map((id) => ({ id, contentHash: `hash-${id}` }) as AdminPhoto);
const idsOf = (list: readonly AdminPhoto[]) => list.map(({ id }) => id);

test('sorting photos by ids puts photos missing from the ids first and ignores ids without a photo', () => {
  expect(idsOf(sortByIds(photos, null))).toEqual([1, 2, 3]);
  expect(idsOf(sortByIds(photos, [3, 9, 1]))).toEqual([2, 3, 1]);
});

test('a photo moves to a later or an earlier position', () => {
  expect(moveId([1, 2, 3], 1, 2)).toEqual([2, 3, 1]);
  expect(moveId([1, 2, 3], 3, 0)).toEqual([3, 1, 2]);
});

test('new photos come first in file order, and uploads without a known photo are left out', () => {
  const upload = (id: number, photoId: number | null) => ({
    ...createUpload(id, new File(['a'], 'a.jpg', { type: 'image/jpeg' })),
    photoId,
  });
  const uploads = [upload(1, 3), upload(2, 2), upload(3, null)];
  expect(insertNewPhotos(photos, uploads, new Set([1, 2, 3]))).toEqual([3, 2, 1]);
  // An upload that completed later goes after the preceding file, wherever the admin has moved that photo.
  expect(insertNewPhotos(photos, uploads, new Set([2]))).toEqual([1, 3, 2]);
  expect(insertNewPhotos(photos, uploads, new Set([1]))).toEqual([3, 1, 2]);
});
