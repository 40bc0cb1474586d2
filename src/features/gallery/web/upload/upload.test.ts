import { describe, expect, test } from 'vitest';
import { photoUploadLimits } from '#core/files/contract/photo-uploads.ts';
import { createUpload } from './upload.ts';

const jpeg = { name: '꽃.JPG', size: 1_000, type: 'image/jpeg' };

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
    expect(createUpload(1, file as File)).toMatchObject({ state, message });
  });
});
