import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { authEndpoints } from '#contract/auth.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import form from '#web/members/member-form.module.css';
import styles from './login-form.module.css';
import { isAdmin } from './session.ts';
import { openSession } from './open-session.ts';
import { parseLoginResponse } from './parse-login-response.ts';
import { consumeReturnPath } from './redirect-after-login.ts';
import { SocialLogin } from './social-login.tsx';

const empty = { loginId: '', password: '', code: '' };

export const LoginForm = () => {
  const navigate = useNavigate();
  const login = useApiMutation(authEndpoints.login);
  const [failure, setFailure] = useState<string | null>(null);
  /** An admin with a second factor: the server asked for the code. */
  const [needsCode, setNeedsCode] = useState(false);
  const { register, handleSubmit, control, setFocus } = useForm({ defaultValues: empty });
  const { loginId, password, code } = useWatch({ control });
  const isComplete = loginId?.trim() !== '' && password !== '' && (!needsCode || code !== '');

  const logIn = handleSubmit(async (values) => {
    setFailure(null);
    try {
      const { code: typed, ...credentials } = values;
      const body = needsCode ? { ...credentials, code: typed } : credentials;
      const session = parseLoginResponse(await login.mutateAsync({ body }));
      if (session === null) return setFailure('토큰이 없습니다.');
      // Another tab may have logged in since this form was opened.
      openSession(session);
      await navigate(consumeReturnPath(isAdmin(session.role) ? paths.admin() : paths.home()), {
        replace: true,
      });
    } catch (error) {
      setFailure(messageOf(error, '로그인 실패'));
      if (error instanceof ApiError && error.code.startsWith('TOTP_')) {
        flushSync(() => setNeedsCode(true));
        setFocus('code', { shouldSelect: true });
      } else setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <NarrowPage title="로그인">
      <form className={form.form} onSubmit={(event) => void logIn(event)} noValidate>
        <TextField
          label="아이디"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...register('loginId')}
        />
        <TextField
          label="비밀번호"
          type="password"
          autoComplete="current-password"
          {...register('password')}
        />
        {needsCode && (
          <TextField
            label="인증 앱의 코드"
            hint="휴대폰이 없으면 복구 코드를 입력해 주세요."
            autoComplete="one-time-code"
            {...register('code')}
          />
        )}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" size="large" disabled={!isComplete} isLoading={login.isPending}>
          로그인
        </Button>
      </form>
      <SocialLogin title="간편 로그인" />
      <div className={styles.more}>
        <ul className={styles.recovery} aria-label="로그인이 안 되시나요?">
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
  );
};
