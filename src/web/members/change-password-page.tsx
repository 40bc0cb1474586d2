import { RequireRole } from '#web/shell/require-role.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';

const LOGIN_NEEDED = '로그인이 필요합니다. 다시 로그인 해주세요.';

const ChangePasswordPage = () => (
  <RequireRole role="member" alert={LOGIN_NEEDED}>
    <NarrowPage title="비밀번호 변경" lead="변경하면 이 기기를 뺀 다른 기기에서는 모두 로그아웃됩니다.">
      <ChangePasswordForm />
    </NarrowPage>
  </RequireRole>
);

export default ChangePasswordPage;
