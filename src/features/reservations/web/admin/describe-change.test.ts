import { expect, it } from 'vitest';
import { describeChange } from './describe-change.ts';

it('a cancellation says that others can book the time only when they can', () => {
  expect(describeChange('CANCELLED', true)).toContain('이제 다른 고객이 이 시간을 예약할 수 있습니다.');
  expect(describeChange('CANCELLED', false)).toContain('지금은 다른 고객이 예약할 수 없는 시간입니다.');
  expect(describeChange('CANCELLED', null)).toBe('취소로 변경했습니다.');
});
