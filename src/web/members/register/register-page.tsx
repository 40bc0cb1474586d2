import { Link, Navigate } from 'react-router';
import { PhotoBeside } from '#web/auth/photo-beside.tsx';
import { useSession } from '#web/auth/session.ts';
import { SocialLogin } from '#web/auth/social-login.tsx';
import { paths } from '#web/paths.ts';
import { useStudio } from '#web/shell/use-studio.ts';
import { DividerHeading } from '#web/ui/divider-heading.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { RequireCodes } from '#web/members/require-codes.tsx';
import { RegisterForm } from './register-form.tsx';

const RegisterPage = () => {
  const { providers, codeDelivery } = useStudio();
  // A code requested here would be bound to the current session's member. Redirects to the social profile form, which redirects
  // complete members home.
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
