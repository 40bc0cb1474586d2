import { useState, type ReactNode } from 'react';
import { LoginFields } from '#web/auth/login-fields.tsx';
import { SocialLogin } from '#web/auth/social-login.tsx';
import { CodesUnavailable, RequireCodes } from '#web/members/require-codes.tsx';
import { useStudio } from '#web/shell/use-studio.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { JoinForm } from './join-form.tsx';
import styles from './join-sheet.module.css';

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

/** Offers registration and login without leaving the page. */
export const JoinSheet = ({ children, onLeave, onLogin, onClose }: JoinSheetProps) => {
  const [view, setView] = useState<View>('choice');
  const canRegister = useStudio().codeDelivery !== 'NONE';
  const toOther = (other: View, question: string) => (
    <p className={styles.other}>
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
          <SocialLogin title="간편 로그인" onLeave={onLeave} />
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
