import { expect, test } from 'vitest';
import { listInterrupted, formatInterrupted } from './interrupted-uploads.ts';
import { createUpload, type UploadState } from './upload.ts';

const upload = (state: UploadState, id: number) => ({
  ...createUpload(id, new File(['a'], `${id}.jpg`, { type: 'image/jpeg' })),
  state,
});

test('interrupted uploads are those not completed when the session ended', () => {
  const states = ['done', 'uploading', 'failed', 'chosen', 'duplicate', 'refused'] as const;
  expect(listInterrupted(states.map(upload))).toEqual({ done: 1, names: ['1.jpg', '2.jpg', '3.jpg'] });
  expect(listInterrupted([upload('done', 1)])).toBeNull();
});

test('the notice about interrupted uploads names at most ten files', () => {
  expect(formatInterrupted({ done: 2, names: ['a.jpg', 'b.jpg'] })).toBe(
    '로그인이 만료되어 업로드가 중단되었습니다. 2장은 업로드했습니다. 다음 2장은 업로드되지 않았을 수 있으니 다시 선택해 주세요: a.jpg, b.jpg',
  );
  const many = Array.from({ length: 12 }, (_, index) => `${index}.jpg`);
  expect(formatInterrupted({ done: 0, names: many })).toMatch(
    /^로그인이 만료되어 업로드가 중단되었습니다\. 다음 12장.*9\.jpg 외 2장$/,
  );
});
