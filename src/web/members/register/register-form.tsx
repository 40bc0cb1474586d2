import { errors } from '#contract/errors.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { ConsentFields } from './consent-fields.tsx';
import { RetryCheckButton } from './retry-check-button.tsx';
import { ContactInputs } from './contact-inputs.tsx';
import { SignupActions } from './signup-actions.tsx';
import styles from '#web/members/member-form.module.css';
import type { AvailabilityState } from './use-availability-check.ts';
import { useRegistration } from './use-registration.ts';

const loginIdErrors: Partial<Record<AvailabilityState, string>> = {
  taken: errors.LOGIN_ID_TAKEN.message,
  failed: '아이디 확인 중 오류 발생',
};

export const RegisterForm = () => {
  const { field, agreements, agree, loginIdCheck, join, canSubmit, isJoining, submit } = useRegistration();
  const loginId = field('loginId');
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        {...loginId}
        label="아이디"
        hint="4~20자"
        error={loginId.error ?? loginIdCheck.message ?? loginIdErrors[loginIdCheck.state]}
        success={loginIdCheck.state === 'available' ? '사용 가능한 아이디입니다.' : undefined}
        suffix={<RetryCheckButton {...loginIdCheck} />}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label="비밀번호"
        hint="8~16자"
        type="password"
        autoComplete="new-password"
        {...field('password', ['confirmPassword'])}
      />
      <TextField
        label="비밀번호 확인"
        type="password"
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
      <ContactInputs name={field('name')} phoneNumber={field('phoneNumber')} phoneCheck={join.phoneCheck} />
      <ConsentFields
        value={agreements}
        collectedData="아이디, 비밀번호, 이름, 휴대폰 번호를"
        onChange={agree}
      />
      <SignupActions signupCode={join} canSubmit={canSubmit} isSubmitting={isJoining} />
    </form>
  );
};
