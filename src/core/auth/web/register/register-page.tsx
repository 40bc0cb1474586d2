import { Link, Navigate, useNavigate } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { useSession } from '#platform/web/client/api/session.ts';
import { DividerHeading } from '#platform/web/ui/divider-heading.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { NarrowPage } from '#platform/web/ui/narrow-page.tsx';
import { LoginIdField } from '../login-id-field.tsx';
import { NewPasswordField } from '../password-field.tsx';
import { PhotoBeside } from '../photo-beside.tsx';
import { RequireCodes } from '../require-codes.tsx';
import { SocialLogin } from '../social-login.tsx';
import { registrationSchema } from './registration-schema.ts';
import { SignupForm } from './signup-form.tsx';
import { useRegistration } from './use-registration.ts';

const RegisterForm = () => {
  const navigate = useNavigate();
  const signup = useRegistration(registrationSchema, async () => {
    if (await showAlert('회원가입이 완료되었습니다.')) await navigate(paths.login(), { replace: true });
  });
  const { field } = signup;
  return (
    <SignupForm signup={signup} collectedData="아이디, 비밀번호, 이름, 휴대폰 번호를">
      <LoginIdField hint="4~20자" {...field('loginId')} />
      <NewPasswordField label="비밀번호" hint="8~16자" {...field('password', ['confirmPassword'])} />
      <NewPasswordField label="비밀번호 확인" {...field('confirmPassword')} />
      <TextField label="이름" autoComplete="name" {...field('name')} />
    </SignupForm>
  );
};

const RegisterPage = () => {
  const { providers, codeDelivery } = useStudio();
  // A code requested here would be bound to the current session's member if their profile is incomplete. Redirects to the social profile
  // form, which redirects members with a complete profile home.
  if (useSession() !== null) return <Navigate to={paths.socialExtra()} replace />;
  return (
    <PhotoBeside>
      <NarrowPage
        title="회원가입"
        lead={
          <>
            이미 회원이신가요? <Link to={paths.login()}>로그인</Link>
          </>
        }
      >
        {codeDelivery !== 'NONE' && <SocialLogin title="간편 가입" />}
        {codeDelivery !== 'NONE' && providers.length > 0 && <DividerHeading>아이디로 가입</DividerHeading>}
        <RequireCodes task="회원가입">
          <RegisterForm />
        </RequireCodes>
      </NarrowPage>
    </PhotoBeside>
  );
};

export default RegisterPage;
