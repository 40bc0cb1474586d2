import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { authEndpoints } from '#contract/auth.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { focusFirstField } from '#web/ui/form/focus-first-field.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { openSession } from './open-session.ts';
import { parseLoginResponse } from './parse-login-response.ts';
import type { StoredSession } from './session.ts';

const empty = { loginId: '', password: '', code: '' };

interface LoginFieldsProps {
  /** Called once the session is open. */
  readonly onLogin: (session: StoredSession) => Promise<void> | void;
  /** Focuses the first field when the form mounts. */
  readonly takesFocus?: boolean;
}

/** The form of a login by id and password, and by code for an admin with a second factor. */
export const LoginFields = ({ onLogin, takesFocus = false }: LoginFieldsProps) => {
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
      await onLogin(session);
    } catch (error) {
      setFailure(messageOf(error, authEndpoints.login.failed));
      if (error instanceof ApiError && error.code.startsWith('TOTP_')) {
        flushSync(() => setNeedsCode(true));
        setFocus('code', { shouldSelect: true });
      } else setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <form
      ref={takesFocus ? focusFirstField : undefined}
      className="stack-6"
      onSubmit={(event) => void logIn(event)}
      noValidate
    >
      <TextField
        label="아이디"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...register('loginId')}
      />
      <TextField label="비밀번호" type="password" autoComplete="current-password" {...register('password')} />
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
  );
};
