import { expect, it } from 'vitest';
import { ApiError } from '#platform/web/client/api/api.ts';
import { formatErrorMessage } from './error-page.tsx';

it('F-19 the error page names overload as the cause, and any other error only as a failure', () => {
  const message = '지금은 이용자가 많습니다. 잠시 후 다시 시도해 주세요.';
  expect(formatErrorMessage(new ApiError(429, { message }))).toBe(message);
  for (const error of [new ApiError(500, { message: '데이터베이스가 없습니다.' }), new Error('x'), null])
    expect(formatErrorMessage(error)).toBe(
      '일시적인 문제가 발생했습니다. 같은 문제가 계속되면 잠시 후 다시 방문해 주세요.',
    );
});
