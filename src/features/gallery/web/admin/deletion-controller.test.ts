import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RESTORE_WINDOW_S } from '#core/files/contract/photo-uploads.ts';
import { errors, type ErrorCode } from '#platform/contract/errors.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { createDeletionController, shownDeletions, type DeletionDeps } from './deletion-controller.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const apiErrorOf = (code: ErrorCode): ApiError =>
  new ApiError(errors[code].status, { code, message: errors[code].message });

const createFixture = (overrides: Partial<DeletionDeps> = {}) => {
  const restored: number[] = [];
  const statusTexts: string[] = [];
  const failures: string[] = [];
  const controller = createDeletionController({
    remove: async () => {},
    restore: async (id) => void restored.push(id),
    refresh: async () => {},
    showStatus: (text) => void statusTexts.push(text),
    showError: (text) => void failures.push(text),
    ...overrides,
  });
  const read = () => shownDeletions(controller.store.getState());
  return { deletions: { ...controller, read }, restored, statusTexts, failures };
};

test('restoring deleted photos starts with the most recently deleted one', async () => {
  const { deletions, restored, statusTexts } = createFixture();
  for (const id of [1, 2, 3]) await deletions.remove({ id });
  expect(statusTexts).toEqual([
    '사진을 삭제했습니다.',
    '사진 2장을 삭제했습니다.',
    '사진 3장을 삭제했습니다.',
  ]);
  expect([...deletions.read().hidden]).toEqual([1, 2, 3]);
  expect(await deletions.restore()).toBe(true);
  expect(statusTexts.at(-1)).toBe('사진을 되돌렸습니다. 삭제한 사진이 2장 더 있습니다.');
  await deletions.restore();
  await deletions.restore();
  expect(restored).toEqual([3, 2, 1]);
  expect(statusTexts.at(-1)).toBe('사진을 되돌렸습니다.');
  expect(deletions.read()).toMatchObject({ count: 0, hidden: new Set() });
  expect(await deletions.restore()).toBe(false);
});

test('a photo deleted while another is being restored can be restored too', async () => {
  let respond = (): void => {};
  const { deletions } = createFixture({ restore: () => new Promise((resolve) => (respond = resolve)) });
  await deletions.remove({ id: 1 });
  const restoring = deletions.restore();
  await deletions.remove({ id: 2 });
  respond();
  expect(await restoring).toBe(true);
  expect(deletions.read()).toMatchObject({ count: 1, hidden: new Set([2]), isRestoring: false });
});

test('a photo whose deletion fails is shown again', async () => {
  const { deletions, failures } = createFixture({ remove: () => Promise.reject(new ApiError(0, {})) });
  expect(await deletions.remove({ id: 1 })).toBe(false);
  expect(failures).toEqual(['삭제 실패']);
  expect(deletions.read()).toMatchObject({ count: 0, hidden: new Set() });
});

test('a photo that can no longer be restored is dropped, one whose restore failed for now is retried', async () => {
  const failuresLeft = [apiErrorOf('UNAVAILABLE'), apiErrorOf('NOT_FOUND'), apiErrorOf('PHOTO_EXISTS')];
  const { deletions, failures } = createFixture({
    restore: () => Promise.reject(failuresLeft.shift() ?? new Error('more')),
  });
  for (const id of [1, 2]) await deletions.remove({ id });
  const counts: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await deletions.restore();
    counts.push(deletions.read().count);
  }
  expect(counts).toEqual([2, 1, 0]);
  expect(failures).toEqual([
    errors.UNAVAILABLE.message,
    '되돌릴 수 있는 시간이 지났습니다.',
    errors.PHOTO_EXISTS.message,
  ]);
});

test('a deleted photo can be restored until the restore window ends, then it is no longer hidden', async () => {
  const { deletions } = createFixture();
  await deletions.remove({ id: 1 });
  await vi.advanceTimersByTimeAsync(1_000);
  await deletions.remove({ id: 2 });
  await vi.advanceTimersByTimeAsync(RESTORE_WINDOW_S * 1_000 - 1_000);
  expect([...deletions.read().hidden]).toEqual([2]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(deletions.read()).toMatchObject({ count: 0, hidden: new Set() });
});
