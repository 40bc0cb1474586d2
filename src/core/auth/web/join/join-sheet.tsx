import { useState, type ReactNode } from 'react';
import { useStudio } from '#core/content/web/use-studio.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { messageOf } from '#platform/web/client/api/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog/dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { logIn } from '../log-in.ts';
import { LoginFields } from '../login-fields.tsx';
import { LoginIdField } from '../login-id-field.tsx';
import { VisiblePasswordField } from '../password-field.tsx';
import { unconfirmedRegistration } from '../register/registration-schema.ts';
import { SignupForm } from '../register/signup-form.tsx';
import { useRegistration } from '../register/use-registration.ts';
import { CodesUnavailable, RequireCodes } from '../require-codes.tsx';
import { SocialLogin } from '../social-login.tsx';

interface JoinFormProps {
  /** Called once the new member is logged in. */
  readonly onLogin: () => Promise<void>;
  /** Called when the member is registered but could not be logged in. */
  readonly onLoginFailed: () => void;
}

/** Registers a member and logs in. */
const JoinForm = ({ onLogin, onLoginFailed }: JoinFormProps) => {
  const [isLoggingIn, setIsLoggingIn] = useState(false);

  const signup = useRegistration(unconfirmedRegistration, async ({ loginId, password }) => {
    setIsLoggingIn(true);
    try {
      await logIn({ loginId, password });
    } catch (error) {
      await showAlert(`회원가입이 완료되었습니다.\n${messageOf(error, '로그인해 주세요.')}`);
      return onLoginFailed();
    } finally {
      setIsLoggingIn(false);
    }
    await onLogin();
  });
  const { field } = signup;
  return (
    <SignupForm
      signup={signup}
      collectedData="아이디, 비밀번호, 이름, 휴대폰 번호를"
      isLoggingIn={isLoggingIn}
      takesFocus
    >
      <TextField label="이름" autoComplete="name" {...field('name')} />
      <LoginIdField hint="4~20자" {...field('loginId')} />
      <VisiblePasswordField label="비밀번호" hint="8~16자" {...field('password')} />
    </SignupForm>
  );
};

type View = 'choice' | 'register' | 'login';

const titles: Record<View, string> = {
  choice: '로그인 또는 회원가입',
  register: '회원가입',
  login: '로그인',
};

interface JoinSheetProps {
  /** Shown above the choice. */
  readonly children: ReactNode;
  /** Called before the browser leaves for a login provider. */
  readonly onLeave: () => void;
  readonly onLogin: () => Promise<void>;
  readonly onClose: () => void;
}

/** Offers registration and login without leaving the page, and social login. */
export const JoinSheet = ({ children, onLeave, onLogin, onClose }: JoinSheetProps) => {
  const [view, setView] = useState<View>('choice');
  const canRegister = useStudio().codeDelivery !== 'NONE';
  const toOther = (other: View, question: string) => (
    <p className="row-2 wrap middle muted">
      {question}
      <Button variant="quiet" onClick={() => setView(other)}>
        {titles[other]}
      </Button>
    </p>
  );
  return (
    <Dialog title={titles[view]} closeLabel="닫기" onClose={onClose} isSheet>
      {view === 'choice' && (
        <>
          {children}
          <SocialLogin title="간편 로그인" onLeave={onLeave} />
          {!canRegister && <CodesUnavailable task="회원가입" />}
          <div className="stack-3">
            {canRegister && (
              <Button size="large" onClick={() => setView('register')}>
                회원가입
              </Button>
            )}
            <Button
              size="large"
              variant={canRegister ? 'secondary' : 'primary'}
              onClick={() => setView('login')}
            >
              로그인
            </Button>
          </div>
        </>
      )}
      {view === 'register' && (
        <>
          {toOther('login', '이미 회원이신가요?')}
          <RequireCodes task="회원가입">
            <JoinForm onLogin={onLogin} onLoginFailed={() => setView('login')} />
          </RequireCodes>
        </>
      )}
      {view === 'login' && (
        <>
          <LoginFields onLogin={onLogin} takesFocus />
          {canRegister && toOther('register', '아직 회원이 아니신가요?')}
        </>
      )}
    </Dialog>
  );
};
