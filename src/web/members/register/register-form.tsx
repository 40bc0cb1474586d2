import { useNavigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { LoginIdField } from './login-id-field.tsx';
import { registrationSchema } from './registration-schema.ts';
import { SignupForm } from './signup-form.tsx';
import { useRegistration } from './use-registration.ts';

export const RegisterForm = () => {
  const navigate = useNavigate();
  const signup = useRegistration(registrationSchema, async () => {
    if (await showAlert('회원가입이 완료되었습니다.')) await navigate(paths.login(), { replace: true });
  });
  const { field } = signup;
  return (
    <SignupForm signup={signup} collectedData="아이디, 비밀번호, 이름, 휴대폰 번호를">
      <LoginIdField {...field('loginId')} check={signup.loginIdCheck} />
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
    </SignupForm>
  );
};
