import { errors } from '#contract/errors.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { AgreementFields } from './agreement-fields.tsx';
import { CheckAgain } from './check-again.tsx';
import { ContactInputs } from './contact-inputs.tsx';
import { JoinAction } from './join-action.tsx';
import styles from './member-form.module.css';
import type { Availability } from './use-availability.ts';
import { useRegistration } from './use-registration.ts';

const loginIdFaults: Partial<Record<Availability, string>> = {
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
        error={loginId.error ?? loginIdCheck.message ?? loginIdFaults[loginIdCheck.state]}
        success={loginIdCheck.state === 'available' ? '사용 가능한 아이디입니다.' : undefined}
        suffix={<CheckAgain {...loginIdCheck} />}
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
      <AgreementFields
        value={agreements}
        collected="아이디, 비밀번호, 이름, 휴대폰 번호를"
        onChange={agree}
      />
      <JoinAction join={join} canSubmit={canSubmit} isJoining={isJoining} />
    </form>
  );
};
