import { expect, test } from 'vitest';
import { addUpload, noUploads, summarizeUploads } from './upload-totals.ts';
import { createUpload, type Upload } from './upload.ts';

const upload = (id: number, overrides: Partial<Upload> = {}): Upload => ({
  ...createUpload(id, new File(['a'], '꽃.jpg', { type: 'image/jpeg' })),
  size: 1_000,
  ...overrides,
});
const totalsOf = (uploads: readonly Upload[]) =>
  uploads.reduce((totals, each) => addUpload(totals, each), noUploads);

test('the total counts started uploads and weighs progress by the bytes of those that did not fail', () => {
  const uploads = [
    upload(1, { state: 'done', size: 500 }),
    upload(2, { state: 'uploading', size: 1_000, sent: 250 }),
    upload(3, { state: 'failed', size: 500 }),
    upload(4, { state: 'duplicate' }),
    upload(5, { state: 'refused' }),
    upload(6),
    upload(7, { state: 'refused', category: 'FOOD' }),
  ];
  expect(summarizeUploads(totalsOf(uploads))).toEqual({ count: 4, done: 1, failed: 2, share: 625 / 1_500 });
  expect(summarizeUploads(noUploads).share).toBe(0);
});

test('an upload that is removed from the totals leaves those of the others', () => {
  const [stays, goes] = [
    upload(1, { state: 'done', category: 'FOOD' }),
    upload(2, { state: 'uploading', category: 'FOOD', sent: 400 }),
  ];
  const both = totalsOf([stays, goes]);
  expect(both.active).toEqual({ FOOD: 1 });
  const rest = addUpload(both, goes, -1);
  expect(summarizeUploads(rest)).toEqual(summarizeUploads(totalsOf([stays])));
  expect(rest.active).toEqual({ FOOD: 0 });
});
