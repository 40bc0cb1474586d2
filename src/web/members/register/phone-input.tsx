import { errors } from '#contract/errors.ts';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { RetryCheckButton } from './retry-check-button.tsx';
import type { SignupField } from './use-signup.ts';
import type { AvailabilityResult, AvailabilityState } from './use-availability-check.ts';

const phoneErrors: Partial<Record<AvailabilityState, string>> = {
  taken: errors.PHONE_TAKEN.message,
  failed: '전화번호 확인 중 오류가 발생했습니다.',
};

interface PhoneInputProps extends SignupField {
  readonly check: AvailabilityResult;
  readonly availableText?: string | undefined;
}

/** The phone number of a new member, with whether it is free. */
export const PhoneInput = ({ check, availableText, ...field }: PhoneInputProps) => (
  <PhoneField
    {...field}
    label="휴대폰 번호"
    hint="하이픈(-) 없이 숫자 11자리"
    error={field.error ?? check.message ?? phoneErrors[check.state]}
    success={check.state === 'available' ? availableText : undefined}
    suffix={<RetryCheckButton {...check} />}
    autoComplete="tel-national"
  />
);
