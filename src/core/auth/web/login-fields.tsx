import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import type { ErrorCode } from '#platform/contract/errors.ts';
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

const hasCode = (error: unknown, code: ErrorCode): boolean =>
  error instanceof ApiError && error.code === code;

/** The form of a login by id and password, and by code for an admin with a second factor. */
export const LoginFields = ({ onLogin, takesFocus }: LoginFieldsProps) => {
  /** An admin with a second factor: the server asked for the code. */
  const [needsCode, setNeedsCode] = useState(false);
  const login = useApiForm({
    defaultValues: { loginId: '', password: '', code: '' },
    names: [],
    send: async ({ code: typed, ...credentials }) => {
      try {
        await onLogin(await logIn(needsCode ? { ...credentials, code: typed } : credentials));
      } catch (error) {
        // No failure: the form asks for the code next.
        if (!hasCode(error, 'TOTP_REQUIRED')) throw error;
        flushSync(() => setNeedsCode(true));
        setFocus('code');
      }
    },
    failed: authEndpoints.login.failed,
    onFailure: (error) => {
      setFocus(hasCode(error, 'TOTP_WRONG') ? 'code' : 'password', { shouldSelect: true });
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
          hint="인증 앱의 6자리 코드나, 휴대폰이 없으면 복구 코드를 입력해 주세요."
          autoComplete="one-time-code"
          {...register('code')}
        />
      )}
    </ApiForm>
  );
};
