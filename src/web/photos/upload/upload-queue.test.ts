import { photoUploadLimits } from '#contract/admin-photos.ts';
import { describe, expect, test } from 'vitest';
import {
  updateUpload,
  createUpload,
  emptyQueue,
  findDuplicates,
  findNextUpload,
  retryUploads,
  startUploads,
  summarizeUploads,
  type Upload,
  type UploadQueue,
} from './upload-queue.ts';

const jpeg = { name: '꽃.JPG', size: 1_000, type: 'image/jpeg' };

const upload = (id: number, overrides: Partial<Upload> = {}): Upload => ({
  ...createUpload(id, jpeg),
  hash: `hash-${id}`,
  ...overrides,
});
const queueOf = (...uploads: Upload[]): UploadQueue => ({ ...emptyQueue, uploads });
const states = ({ uploads }: UploadQueue) => uploads.map(({ state }) => state);

describe('a file is validated before anything is sent (S-071)', () => {
  test.each([
    [jpeg, 'chosen', ''],
    [{ ...jpeg, name: '숲.avif', type: '' }, 'chosen', ''],
    [
      { ...jpeg, name: '글.pdf', type: 'application/pdf' },
      'refused',
      'JPEG, PNG, WebP, AVIF 사진만 업로드할 수 있습니다.',
    ],
    [{ ...jpeg, name: 'folder', type: '' }, 'refused', 'JPEG, PNG, WebP, AVIF 사진만 업로드할 수 있습니다.'],
    [{ ...jpeg, name: '꽃.png' }, 'refused', '파일 이름과 사진 형식이 다릅니다.'],
    [{ ...jpeg, size: photoUploadLimits.bytes + 1 }, 'refused', '80MB까지 업로드할 수 있습니다.'],
    [{ ...jpeg, size: 0 }, 'refused', '사진을 읽을 수 없습니다. 다른 파일을 선택해 주세요.'],
  ])('choosing the file %o sets its state and message', (file, state, message) => {
    expect(createUpload(1, file)).toMatchObject({ state, message });
  });
});

test('a file whose photo the category already contains, or which was chosen twice, is not sent', () => {
  const queue = {
    ...queueOf(
      upload(1, { hash: 'there' }),
      upload(2, { hash: 'new' }),
      upload(3, { hash: 'new' }),
      upload(4, { hash: null }),
      upload(5, { hash: null }),
      upload(6, { state: 'refused', hash: undefined }),
    ),
    existingHashes: { FOOD: new Set(['there']) },
  };
  expect([...findDuplicates(queue, 'FOOD')]).toEqual([
    [1, '이 카테고리에 이미 등록된 사진입니다.'],
    [3, '목록에 같은 사진이 있습니다.'],
  ]);
  expect([...findDuplicates(queue, 'WEDDING').keys()]).toEqual([3]);
  const started = startUploads(queue, 'FOOD');
  expect(states(started)).toEqual(['duplicate', 'waiting', 'duplicate', 'waiting', 'waiting', 'refused']);
  expect(started.uploads[1]?.category).toBe('FOOD');
});

test('three uploads run at once, in file order, and none starts before its hash is known', () => {
  const queue = queueOf(
    upload(1, { state: 'uploading', category: 'FOOD' }),
    upload(2, { state: 'waiting', category: 'FOOD', hash: undefined }),
    upload(3, { state: 'waiting', category: 'FOOD' }),
    upload(4, { state: 'saving', category: 'FOOD' }),
  );
  expect(findNextUpload(queue)?.id).toBe(3);
  expect(findNextUpload(updateUpload(queue, 3, { state: 'uploading' }))).toBeUndefined();
  expect(findNextUpload({ ...queue, pausedUntil: 1 })).toBeUndefined();
});

test('uploads run one at a time in a category of the home page', () => {
  const queue = queueOf(
    upload(1, { state: 'saving', category: 'REPRESENTATIVE' }),
    upload(2, { state: 'waiting', category: 'REPRESENTATIVE' }),
    upload(3, { state: 'waiting', category: 'FOOD' }),
  );
  expect(findNextUpload(queue)?.id).toBe(3);
  expect(findNextUpload(updateUpload(queue, 1, { state: 'done' }))?.id).toBe(2);
});

test('a new batch removes completed uploads but not failed ones, and a retry restarts only failed ones', () => {
  const queue = queueOf(
    upload(1, { state: 'done', category: 'FOOD' }),
    upload(2, { state: 'failed', category: 'FOOD', message: '업로드 중 오류가 발생했습니다.' }),
    upload(3),
  );
  const started = startUploads(queue, 'WEDDING');
  expect(started.uploads.map(({ id, category }) => [id, category])).toEqual([
    [2, 'FOOD'],
    [3, 'WEDDING'],
  ]);
  expect(states(retryUploads(started, ({ id }) => id === 2))).toEqual(['waiting', 'waiting']);
  expect(states(retryUploads(started, ({ id }) => id === 3))).toEqual(['failed', 'waiting']);
  const running = queueOf(upload(1, { state: 'done' }), upload(2, { state: 'uploading' }), upload(3));
  expect(startUploads(running, 'FOOD').uploads).toHaveLength(3);
  // Starting nothing new leaves the completed uploads listed.
  const idle = queueOf(upload(1, { state: 'done' }), upload(2, { state: 'failed' }));
  expect(startUploads(idle, 'FOOD').uploads).toHaveLength(2);
});

test('the total counts started uploads and weighs progress by the bytes of those that did not fail', () => {
  const queue = queueOf(
    upload(1, { state: 'done', size: 500 }),
    upload(2, { state: 'uploading', size: 1_000, sent: 250 }),
    upload(3, { state: 'failed', size: 500 }),
    upload(4, { state: 'duplicate' }),
    upload(5, { state: 'refused' }),
    upload(6),
    upload(7, { state: 'refused', category: 'FOOD' }),
  );
  expect(summarizeUploads(queue)).toEqual({ count: 4, done: 1, failed: 2, share: 625 / 1_500 });
  expect(summarizeUploads(emptyQueue).share).toBe(0);
});
