import { LoginIdField } from '../login-id-field.tsx';
import { RetryCheckButton } from './retry-check-button.tsx';
import type { AvailabilityResult } from './use-availability-check.ts';
import type { Signup } from './use-signup.ts';

/** The field for the login id of a new member, which tells whether the id is free. */
export const NewLoginIdField = ({
  check,
  ...field
}: ReturnType<Signup['field']> & { check: AvailabilityResult }) => (
  <LoginIdField
    {...field}
    hint="4~20자"
    error={field.error ?? check.error}
    success={check.state === 'available' ? '사용 가능한 아이디입니다.' : undefined}
    suffix={<RetryCheckButton {...check} />}
  />
);
