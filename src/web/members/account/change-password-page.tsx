import { Link } from 'react-router';
import { providerNames } from '#web/auth/provider-names.ts';
import { paths } from '#web/paths.ts';
import { RequireRole } from '#web/shell/require-role.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { useLoginProvider } from './use-login-provider.ts';

const LOGIN_NEEDED = '로그인이 필요합니다. 다시 로그인 해주세요.';

/** Shown to a member with a social login, who has no password here. */
const NoPasswordNotice = ({ provider }: { provider: string }) => (
  <NarrowPage title="비밀번호 변경">
    <div className="stack-3">
      <Notice>
        {provider}로 로그인하는 계정에는 이 홈페이지의 비밀번호가 따로 없습니다. 비밀번호는 {provider}에서
        변경해 주세요.
      </Notice>
      <Link to={paths.myInfo()} className={buttonClass({ variant: 'secondary' })}>
        내 정보
      </Link>
    </div>
  </NarrowPage>
);

const ChangePassword = () => {
  const { provider, isPending } = useLoginProvider();
  if (provider) return <NoPasswordNotice provider={providerNames[provider]} />;
  return (
    <NarrowPage title="비밀번호 변경" lead="변경하시면 이 기기를 제외한 모든 기기에서 로그아웃됩니다.">
      {isPending ? <Skeleton label="회원 정보를 불러오는 중입니다." count={3} /> : <ChangePasswordForm />}
    </NarrowPage>
  );
};

const ChangePasswordPage = () => (
  <RequireRole role="member" alert={LOGIN_NEEDED}>
    <ChangePassword />
  </RequireRole>
);

export default ChangePasswordPage;
