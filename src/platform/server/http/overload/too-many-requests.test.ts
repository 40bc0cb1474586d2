import { expect, it } from 'vitest';
import { tooManyRequestsError } from './too-many-requests.ts';

it.each([
  [0.2, '1초'],
  [59, '59초'],
  [59.5, '1분'],
  [61, '2분'],
  [3_600, '1시간'],
  [5_400, '1시간 30분'],
  [86_399, '24시간'],
])('a 429 error for %d s names the waiting time %s', (seconds, wait) => {
  expect(tooManyRequestsError(seconds)).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    retryAfter: seconds,
    message: `요청이 너무 많습니다. ${wait} 후 다시 시도해 주세요.`,
  });
});
