import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api.ts';
import { useSignupCode } from './use-signup-code.ts';

const PHONE = '01012345678';
const BUSY = '잠시 후 다시 시도해 주세요.';
const sent = { phoneNumber: PHONE, expiresAt: 180_000, resendAt: 60_000 };
const withoutName = { name: { type: 'custom', message: '이름을 입력해 주세요.' } };

/** The second step of a signup with an empty name, where the server refuses another code during the first render. */
const RefusedResend = () => {
  const { failure, fail } = useSignupCode(PHONE, withoutName, sent, () => undefined);
  const [isRefused, setIsRefused] = useState(false);
  if (!isRefused) {
    setIsRefused(true);
    fail(new ApiError(503, { message: BUSY }), '인증번호 전송에 실패했습니다.');
  }
  return failure;
};

test('a refused resend of the code is shown while a field has an error', () => {
  expect(renderToString(<RefusedResend />)).toBe(BUSY);
});
