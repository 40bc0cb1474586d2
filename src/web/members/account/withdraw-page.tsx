import { RequireRole } from '#web/shell/require-role.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawalEffects } from './withdrawal-effects.tsx';

const LOGIN_NEEDED = '로그인이 필요합니다. 다시 로그인해주세요.';

const WithdrawPage = () => (
  <RequireRole role="member" alert={LOGIN_NEEDED}>
    <NarrowPage title="회원 탈퇴" lead="탈퇴하기 전에 아래 내용을 꼭 확인해 주세요.">
      <WithdrawalEffects />
      <WithdrawForm />
    </NarrowPage>
  </RequireRole>
);

export default WithdrawPage;
