import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeDoubts } from './describe-doubts.ts';

const file = new File(['pixels'], '꽃.jpg', { type: 'image/jpeg' });
const contentHash = createHash('sha256').update('pixels').digest('hex');
const labels: Readonly<Record<string, string>> = { FOOD: '음식', WEDDING_MAIN: '웨딩 대표' };
const describeFile = (...photos: { category: string; contentHash: string }[]) =>
  describeDoubts(file, photos, (category) => labels[category] ?? '');

/** The browser reads pictures of this size, or none of 0 by 0. */
const readPicturesAs = (naturalWidth: number, naturalHeight: number): void => {
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      readonly naturalWidth = naturalWidth;
      readonly naturalHeight = naturalHeight;
      src = '';
      override addEventListener(type: string, listener: () => void): void {
        if (type === (naturalWidth > 0 ? 'load' : 'error')) queueMicrotask(listener);
      }
    },
  );
};

beforeEach(() => readPicturesAs(2400, 1600));
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a file with the content of no photo, whose longer side is long enough, raises no doubt', async () => {
  expect(await describeFile({ category: 'FOOD', contentHash: 'other' })).toBe('');
  readPicturesAs(1000, 1600);
  expect(await describeFile()).toBe('');
});

test('a file with the content of photos names their categories', async () => {
  expect(
    await describeFile({ category: 'FOOD', contentHash }, { category: 'WEDDING_MAIN', contentHash }),
  ).toBe('이미 등록된 사진입니다(음식, 웨딩 대표). 같은 카테고리에는 다시 등록되지 않습니다.');
});

test('a small file tells its longer side and the advised one, also without hashes', async () => {
  readPicturesAs(1000, 1599);
  vi.stubGlobal('crypto', {});
  expect(await describeFile({ category: 'FOOD', contentHash })).toBe(
    '긴 변이 1599픽셀이라 크게 보면 흐릴 수 있습니다. 1600픽셀 이상을 권합니다.',
  );
});

test('a file whose size the browser cannot read is not called small', async () => {
  readPicturesAs(0, 0);
  expect(await describeFile()).toBe('');
});
