import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import type { FieldErrors } from 'react-hook-form';
import { expect, test } from 'vitest';
import { useSubmitFailure } from './use-submit-failure.ts';

interface FailedFormProps {
  /** The errors of the fields before the failure. */
  readonly before: FieldErrors;
  readonly after: FieldErrors;
}

/** A form whose submission fails during its first render. */
const FailedForm = ({ before, after }: FailedFormProps) => {
  const [isSent, setIsSent] = useState(false);
  const [failure, setFailure] = useSubmitFailure(isSent ? after : before);
  if (!isSent) {
    setIsSent(true);
    setFailure('예약 중 오류가 발생했습니다.');
  }
  return failure;
};
const errors = { location: { type: 'custom', message: '촬영 장소를 입력해 주세요.' } };

test('the failure of a submission is shown while no field has an error', () => {
  expect(renderToString(<FailedForm before={{}} after={{}} />)).toBe('예약 중 오류가 발생했습니다.');
});

test('an error of a field removes the failure of an earlier submission', () => {
  expect(renderToString(<FailedForm before={{}} after={errors} />)).toBe('');
});

test('a failure beside an older error of a field is shown', () => {
  expect(renderToString(<FailedForm before={errors} after={errors} />)).toBe('예약 중 오류가 발생했습니다.');
});
