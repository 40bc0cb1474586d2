import { expect, test } from 'vitest';
import { photoUploadLimits } from '../contract/photo-uploads.ts';
import { pictureUploadLimits } from '../contract/private-files.ts';
import { checkFile } from './check-file.ts';

const MIB = 1024 * 1024;

test.each([
  [10 * MIB, '', ''],
  [10 * MIB + 1, '10MB까지 업로드할 수 있습니다.', ''],
  [80 * MIB + 1, '10MB까지 업로드할 수 있습니다.', '80MB까지 업로드할 수 있습니다.'],
])(
  'a file of %d bytes is checked by the limits of members and of the studio before it is sent',
  (size, picture, photo) => {
    const file = { name: '꽃.jpg', size, type: 'image/jpeg' };
    expect(checkFile(file, pictureUploadLimits)).toEqual({ type: 'image/jpeg', message: picture });
    expect(checkFile(file, photoUploadLimits)).toEqual({ type: 'image/jpeg', message: photo });
  },
);
