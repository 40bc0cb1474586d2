import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './my-info-page.module.css';
import { useProvider } from './use-provider.ts';

const passwordPage = { label: '비밀번호 변경', to: paths.changePassword() };
const withdrawPage = { label: '회원 탈퇴', to: paths.withdraw() };

/** What else a member may do with the account. */
export const AccountPages = () => {
  const { provider, isPending } = useProvider();
  if (isPending) return <Skeleton label="계정 메뉴를 불러오는 중입니다." count={2} />;
  // Where it is not known both are there: the page of the password says whether there is one.
  const pages = provider ? [withdrawPage] : [passwordPage, withdrawPage];
  return (
    <nav aria-label="계정 관리">
      <ul className={styles.links}>
        {pages.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              {label}
              <ChevronRight size={20} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
