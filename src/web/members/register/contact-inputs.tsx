import { errors } from '#contract/errors.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { RetryCheckButton } from './retry-check-button.tsx';
import type { SignupField } from './signup-field.ts';
import type { AvailabilityState, AvailabilityResult } from './use-availability-check.ts';

const phoneErrors: Partial<Record<AvailabilityState, string>> = {
  taken: errors.PHONE_TAKEN.message,
  failed: '전화번호 확인 중 오류가 발생했습니다.',
};

interface ContactInputsProps {
  readonly name: SignupField;
  readonly phoneNumber: SignupField;
  readonly phoneCheck: AvailabilityResult;
  readonly phoneAvailableText?: string;
}

export const ContactInputs = ({ name, phoneNumber, phoneCheck, phoneAvailableText }: ContactInputsProps) => (
  <>
    <TextField label="이름" autoComplete="name" {...name} />
    <TextField
      {...phoneNumber}
      label="휴대폰 번호"
      hint="하이픈(-) 없이 숫자 11자리"
      type="tel"
      inputMode="tel"
      error={phoneNumber.error ?? phoneCheck.message ?? phoneErrors[phoneCheck.state]}
      success={phoneCheck.state === 'available' ? phoneAvailableText : undefined}
      suffix={<RetryCheckButton {...phoneCheck} />}
      autoComplete="tel-national"
    />
  </>
);
