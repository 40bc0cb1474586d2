import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { ApiError } from '#platform/web/client/api/api.ts';
import type { StoredSession } from '#platform/web/client/api/session.ts';
import { ApiForm } from '#platform/web/client/forms/api-form.tsx';
import { useApiForm } from '#platform/web/client/forms/use-api-form.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { authEndpoints } from '../contract/auth.ts';
import { logIn } from './log-in.ts';
import { LoginIdField } from './login-id-field.tsx';

interface LoginFieldsProps {
  /** Called once the session is open. */
  readonly onLogin: (session: StoredSession) => Promise<void> | void;
  /** Focuses the first field when the form mounts. */
  readonly takesFocus?: boolean;
}

/** The form of a login by id and password, and by code for an admin with a second factor. */
export const LoginFields = ({ onLogin, takesFocus }: LoginFieldsProps) => {
  /** An admin with a second factor: the server asked for the code. */
  const [needsCode, setNeedsCode] = useState(false);
  const login = useApiForm({
    defaultValues: { loginId: '', password: '', code: '' },
    names: [],
    send: async ({ code: typed, ...credentials }) => {
      await onLogin(await logIn(needsCode ? { ...credentials, code: typed } : credentials));
    },
    failed: authEndpoints.login.failed,
    onFailure: (error) => {
      const isCodeNeeded = error instanceof ApiError && error.code.startsWith('TOTP_');
      if (isCodeNeeded) flushSync(() => setNeedsCode(true));
      setFocus(isCodeNeeded ? 'code' : 'password', { shouldSelect: true });
    },
  });
  const { control, register, setFocus } = login.form;
  const { loginId, password, code } = useWatch({ control });
  const isComplete = loginId?.trim() !== '' && password !== '' && (!needsCode || code !== '');

  return (
    <ApiForm form={login} submitLabel="로그인" disabled={!isComplete} takesFocus={takesFocus}>
      <LoginIdField {...register('loginId')} />
      <TextField label="비밀번호" type="password" autoComplete="current-password" {...register('password')} />
      {needsCode && (
        <TextField
          label="인증 앱의 코드"
          hint="휴대폰이 없으면 복구 코드를 입력해 주세요."
          autoComplete="one-time-code"
          {...register('code')}
        />
      )}
    </ApiForm>
  );
};
