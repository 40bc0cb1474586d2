import { Link } from 'react-router';
import { SocialLogin } from '#web/auth/social-login.tsx';
import { paths } from '#web/paths.ts';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { RegisterForm } from './register-form.tsx';

const RegisterPage = () => (
  <NarrowPage
    title="회원가입"
    lead={
      <>
        이미 회원이신가요? <Link to={paths.login()}>로그인</Link>
      </>
    }
  >
    <SocialLogin title="간편 가입" />
    <RegisterForm />
  </NarrowPage>
);

export default RegisterPage;
