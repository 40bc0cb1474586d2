import { describe, expect, it } from 'vitest';
import { maskName } from './mask-name.ts';

describe('@5-names-masked @5-two-letter-names S-051 maskName', () => {
  it.each([
    ['김사진', '김*진'],
    ['남궁사진', '남**진'],
    ['김수', '김*'],
    ['김', '김*'],
    ['', ''],
    ['👩‍👧‍👦사', '👩‍👧‍👦*'],
    ['e\u0301cole', 'e\u0301***e'],
  ])('masks the name %s as %s', (name, masked) => expect(maskName(name)).toBe(masked));

  it('does not change a name that is already masked', () => {
    for (const name of ['김사진', '김수', '김', '남궁사진'])
      expect(maskName(maskName(name))).toBe(maskName(name));
  });
});
