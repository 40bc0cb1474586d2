import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import type { FieldErrors } from 'react-hook-form';
import { expect, test } from 'vitest';
import { useSubmitFailure } from './use-submit-failure.ts';

/** A form whose submission fails during its first render. */
const FailedForm = ({ errors }: { errors: FieldErrors }) => {
  const [failure, setFailure] = useSubmitFailure(errors);
  const [isSent, setIsSent] = useState(false);
  if (!isSent) {
    setIsSent(true);
    setFailure('예약 중 오류가 발생했습니다.');
  }
  return failure;
};

test('the failure of a submission is shown while no field has an error', () => {
  expect(renderToString(<FailedForm errors={{}} />)).toBe('예약 중 오류가 발생했습니다.');
});

test('an error of a field removes the failure of an earlier submission', () => {
  const errors = { location: { type: 'custom', message: '촬영 장소를 입력해 주세요.' } };
  expect(renderToString(<FailedForm errors={errors} />)).toBe('');
});
