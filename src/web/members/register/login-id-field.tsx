import { TextField } from '#web/ui/form/text-field.tsx';
import { RetryCheckButton } from './retry-check-button.tsx';
import type { SignupField } from './use-signup.ts';
import type { AvailabilityResult } from './use-availability-check.ts';

interface LoginIdFieldProps extends SignupField {
  readonly check: AvailabilityResult;
}

/** The login id of a new member, with whether it is free. */
export const LoginIdField = ({ check, ...field }: LoginIdFieldProps) => (
  <TextField
    {...field}
    label="아이디"
    hint="4~20자"
    error={field.error ?? check.error}
    success={check.state === 'available' ? '사용 가능한 아이디입니다.' : undefined}
    suffix={<RetryCheckButton {...check} />}
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
  />
);
