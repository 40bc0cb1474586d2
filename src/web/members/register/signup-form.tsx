import type { ReactNode } from 'react';
import { SmsCodeStep } from '#web/members/sms-code-step.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField } from '#web/ui/form/focus-first-field.ts';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { ConsentFields } from './consent-fields.tsx';
import { RetryCheckButton } from './retry-check-button.tsx';
import type { Signup } from './use-signup.ts';

interface SignupFormProps {
  readonly signup: Signup;
  /** The personal data collected by this form, as the grammatical object of a Korean sentence. */
  readonly collectedData: string;
  readonly availablePhoneText?: string;
  /** True while the new member is logged in. */
  readonly isLoggingIn?: boolean;
  readonly takesFocus?: boolean;
  /** The fields above the phone number. */
  readonly children: ReactNode;
}

/** The form of a new member: fields, phone number, consents and the code. */
export const SignupForm = ({
  signup,
  collectedData,
  availablePhoneText,
  isLoggingIn = false,
  takesFocus = false,
  children,
}: SignupFormProps) => {
  const { smsCode, phoneCheck } = signup;
  const phone = signup.field('phoneNumber');
  const { sent, busyWith } = smsCode;
  return (
    <form
      ref={takesFocus ? focusFirstField : undefined}
      className="stack-6"
      onSubmit={(event) => void signup.submit(event)}
      noValidate
    >
      {children}
      <PhoneField
        {...phone}
        label="휴대폰 번호"
        hint="하이픈(-) 없이 숫자 11자리"
        error={phone.error ?? phoneCheck.error}
        success={phoneCheck.state === 'available' ? availablePhoneText : undefined}
        suffix={<RetryCheckButton {...phoneCheck} />}
        autoComplete="tel-national"
      />
      <ConsentFields value={signup.agreements} collectedData={collectedData} onChange={signup.agree} />
      <SmsCodeStep smsCode={smsCode} onResend={signup.sendAgain}>
        <Button
          type="submit"
          size="large"
          disabled={!signup.canSubmit}
          isLoading={isLoggingIn || busyWith === (sent === null ? 'send' : 'use')}
        >
          {sent === null ? '인증번호 받기' : '가입하기'}
        </Button>
        {sent === null && (
          <p className="note">모든 항목을 입력하고 약관에 동의하면 인증번호를 받을 수 있습니다.</p>
        )}
      </SmsCodeStep>
    </form>
  );
};
