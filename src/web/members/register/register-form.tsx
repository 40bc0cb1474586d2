import { useNavigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { ConsentFields } from './consent-fields.tsx';
import { PhoneInput } from './phone-input.tsx';
import { LoginIdField } from './login-id-field.tsx';
import { registrationSchema } from './registration-schema.ts';
import { SignupActions } from './signup-actions.tsx';
import styles from '#web/members/member-form.module.css';
import { useRegistration } from './use-registration.ts';

export const RegisterForm = () => {
  const navigate = useNavigate();
  const { field, agreements, agree, loginIdCheck, join, canSubmit, isJoining, submit } = useRegistration({
    schema: registrationSchema,
    onRegistered: async () => {
      if (await showAlert('회원가입이 완료되었습니다.')) await navigate(paths.login(), { replace: true });
    },
  });
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <LoginIdField {...field('loginId')} check={loginIdCheck} />
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
      <TextField label="이름" autoComplete="name" {...field('name')} />
      <PhoneInput {...field('phoneNumber')} check={join.phoneCheck} />
      <ConsentFields
        value={agreements}
        collectedData="아이디, 비밀번호, 이름, 휴대폰 번호를"
        onChange={agree}
      />
      <SignupActions signupCode={join} canSubmit={canSubmit} isSubmitting={isJoining} />
    </form>
  );
};
