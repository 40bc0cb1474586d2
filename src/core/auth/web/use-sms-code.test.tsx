import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useSmsCode } from './use-sms-code.ts';

const BUSY = '잠시 후 다시 시도해 주세요.';
const start = { phoneNumber: '01012345678', expiresAt: 180_000, resendAt: 60_000 };
const errors = { name: { type: 'custom', message: '이름을 입력해 주세요.' } };

/** The second step of a form with an empty name, where the server refuses another code during the first render. */
const RefusedResend = () => {
  const { failure, setFailure } = useSmsCode({ start, errors });
  const [isRefused, setIsRefused] = useState(false);
  if (!isRefused) {
    setIsRefused(true);
    setFailure(BUSY);
  }
  return failure;
};

test('a refused resend of the code is shown while a field has an error', () => {
  expect(renderToString(<RefusedResend />)).toBe(BUSY);
});
