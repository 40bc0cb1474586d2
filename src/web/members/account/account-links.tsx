import { paths } from '#web/paths.ts';
import { LinkList } from '#web/shell/menu/link-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useLoginProvider } from './use-login-provider.ts';

const passwordPage = { label: '비밀번호 변경', to: paths.changePassword() };
const withdrawPage = { label: '회원 탈퇴', to: paths.withdraw() };

export const AccountLinks = () => {
  const { provider, isPending } = useLoginProvider();
  if (isPending) return <Skeleton label="계정 메뉴를 불러오는 중입니다." count={2} />;
  return (
    <nav aria-label="계정 관리">
      {/* Shows both links while the provider is unknown; the password page then explains a missing password. */}
      <LinkList links={provider ? [withdrawPage] : [passwordPage, withdrawPage]} />
    </nav>
  );
};
