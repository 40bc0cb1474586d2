import { errors } from '#contract/errors.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { CheckAgain } from './check-again.tsx';
import type { JoinField } from './join-field.ts';
import type { Availability, AvailabilityField } from './use-availability.ts';

const phoneFaults: Partial<Record<Availability, string>> = {
  taken: errors.PHONE_TAKEN.message,
  failed: '전화번호 확인 중 오류가 발생했습니다.',
};

interface ContactInputsProps {
  readonly name: JoinField;
  readonly phoneNumber: JoinField;
  readonly phoneCheck: AvailabilityField;
  readonly freePhone?: string;
}

export const ContactInputs = ({ name, phoneNumber, phoneCheck, freePhone }: ContactInputsProps) => (
  <>
    <TextField label="이름" autoComplete="name" {...name} />
    <TextField
      {...phoneNumber}
      label="휴대폰 번호"
      hint="하이픈(-) 없이 숫자 11자리"
      type="tel"
      inputMode="tel"
      error={phoneNumber.error ?? phoneCheck.message ?? phoneFaults[phoneCheck.state]}
      success={phoneCheck.state === 'available' ? freePhone : undefined}
      suffix={<CheckAgain {...phoneCheck} />}
      autoComplete="tel-national"
    />
  </>
);
