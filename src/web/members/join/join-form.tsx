import { useState } from 'react';
import { authEndpoints } from '#contract/auth.ts';
import { messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { openSession } from '#web/auth/open-session.ts';
import { parseLoginResponse } from '#web/auth/parse-login-response.ts';
import { NewLoginIdField } from '#web/members/register/new-login-id-field.tsx';
import { unconfirmedRegistration } from '#web/members/register/registration-schema.ts';
import { SignupForm } from '#web/members/register/signup-form.tsx';
import { useRegistration } from '#web/members/register/use-registration.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { VisiblePasswordField } from '#web/members/password-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

interface JoinFormProps {
  /** Called once the new member is logged in. */
  readonly onLogin: () => Promise<void>;
  /** Called when the member is registered but could not be logged in. */
  readonly onLoginFailed: () => void;
}

/** Registers a member and logs in. */
export const JoinForm = ({ onLogin, onLoginFailed }: JoinFormProps) => {
  const [isLoggingIn, setIsLoggingIn] = useState(false);

  const logIn = async (loginId: string, password: string): Promise<void> => {
    setIsLoggingIn(true);
    try {
      const session = parseLoginResponse(
        await browserApi.call(authEndpoints.login, { body: { loginId, password } }),
      );
      if (session === null) throw new Error('The login returned no tokens');
      openSession(session);
    } catch (error) {
      await showAlert(`회원가입이 완료되었습니다.\n${messageOf(error, '로그인해 주세요.')}`);
      return onLoginFailed();
    } finally {
      setIsLoggingIn(false);
    }
    await onLogin();
  };

  const signup = useRegistration(unconfirmedRegistration, ({ loginId, password }) =>
    logIn(loginId, password),
  );
  const { field } = signup;
  return (
    <SignupForm
      signup={signup}
      collectedData="아이디, 비밀번호, 이름, 휴대폰 번호를"
      isLoggingIn={isLoggingIn}
      takesFocus
    >
      <TextField label="이름" autoComplete="name" {...field('name')} />
      <NewLoginIdField {...field('loginId')} check={signup.loginIdCheck} />
      <VisiblePasswordField label="비밀번호" hint="8~16자" {...field('password')} />
    </SignupForm>
  );
};
