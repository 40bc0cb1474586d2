import { useState } from 'react';
import { authEndpoints } from '#contract/auth.ts';
import { messageOf } from '#web/api/api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { openSession } from '#web/auth/open-session.ts';
import { parseLoginResponse } from '#web/auth/parse-login-response.ts';
import styles from '#web/members/member-form.module.css';
import { ConsentFields } from '#web/members/register/consent-fields.tsx';
import { LoginIdField } from '#web/members/register/login-id-field.tsx';
import { PhoneInput } from '#web/members/register/phone-input.tsx';
import { unconfirmedRegistration } from '#web/members/register/registration-schema.ts';
import { SignupActions } from '#web/members/register/signup-actions.tsx';
import { useRegistration } from '#web/members/register/use-registration.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { focusFirstField } from '#web/ui/form/focus-first-field.ts';
import { PasswordField } from '#web/members/password-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

interface JoinFormProps {
  /** Called once the new member is logged in. */
  readonly onLogin: () => Promise<void>;
  /** Called when the member is registered but could not be logged in. */
  readonly onLoginFailed: () => void;
}

/** Registers a member and logs in. */
export const JoinForm = ({ onLogin, onLoginFailed }: JoinFormProps) => {
  const login = useApiMutation(authEndpoints.login);
  const [isLoggingIn, setIsLoggingIn] = useState(false);

  const logIn = async (loginId: string, password: string): Promise<void> => {
    setIsLoggingIn(true);
    try {
      const session = parseLoginResponse(await login.mutateAsync({ body: { loginId, password } }));
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

  const { field, agreements, agree, loginIdCheck, join, canSubmit, isJoining, submit } = useRegistration({
    schema: unconfirmedRegistration,
    onRegistered: ({ loginId, password }) => logIn(loginId, password),
  });
  return (
    <form ref={focusFirstField} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField label="이름" autoComplete="name" {...field('name')} />
      <LoginIdField {...field('loginId')} check={loginIdCheck} />
      <PasswordField label="비밀번호" hint="8~16자" autoComplete="new-password" {...field('password')} />
      <PhoneInput {...field('phoneNumber')} check={join.phoneCheck} />
      <ConsentFields
        value={agreements}
        collectedData="아이디, 비밀번호, 이름, 휴대폰 번호를"
        onChange={agree}
      />
      <SignupActions signupCode={join} canSubmit={canSubmit} isSubmitting={isJoining || isLoggingIn} />
    </form>
  );
};
