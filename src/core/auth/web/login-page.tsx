import { useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { consumeReturnPath } from '#platform/web/client/api/redirect-after-login.ts';
import { isAdmin, readSession } from '#platform/web/client/api/session.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { NarrowPage } from '#platform/web/ui/narrow-page.tsx';
import { LoginFields } from './login-fields.tsx';
import { PhotoBeside } from './photo-beside.tsx';
import { SocialLogin } from './social-login.tsx';
import styles from './login-page.module.css';

const LoginPage = () => {
  const navigate = useNavigate();
  // Read once: a login on this page redirects by itself.
  const [wasLoggedIn] = useState(() => readSession() !== null);
  if (wasLoggedIn) return <Navigate to={paths.home()} replace />;
  return (
    <PhotoBeside>
      <NarrowPage title="로그인">
        <LoginFields
          onLogin={({ role }) =>
            navigate(consumeReturnPath(isAdmin(role) ? paths.admin() : paths.home()), { replace: true })
          }
        />
        <SocialLogin title="간편 로그인" />
        <div className={cx('ruled links', styles.more)}>
          <ul className={cx('row-3 wrap', styles.recovery)} aria-label="로그인이 안 되시나요?">
            <li>
              <Link to={paths.findId()}>아이디 찾기</Link>
            </li>
            <li>
              <Link to={paths.findPassword()}>비밀번호 찾기</Link>
            </li>
          </ul>
          <p>
            아직 회원이 아니신가요? <Link to={paths.register()}>회원가입</Link>
          </p>
        </div>
      </NarrowPage>
    </PhotoBeside>
  );
};

export default LoginPage;
