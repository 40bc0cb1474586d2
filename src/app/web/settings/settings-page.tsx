import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { settingsEndpoints, type SectionSummary } from '#core/content/contract/studio-settings.ts';
import { paths } from '#core/content/web/paths.ts';
import { formatDateTime } from '#platform/contract/seoul-time.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { Badge } from '#platform/web/ui/badge.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { appPages } from '../../contract/pages.ts';
import type { SettingsPageProps } from './load-sections.ts';
import styles from './settings-page.module.css';

interface Entry {
  readonly to: string;
  readonly title: string;
  readonly about: string;
  /** Absent for pages that are no section. */
  readonly summary?: SectionSummary;
}

const otherPages: readonly Entry[] = [
  {
    to: appPages.connections.path,
    title: '연결',
    about: '문자와 알림톡, 이메일, 소셜 로그인, 백업 버킷을 연결하고 시험합니다.',
  },
  { to: appPages.staff.path, title: '관리자', about: '함께 관리할 사람을 초대하고 권한을 회수합니다.' },
];

const describeChange = ({ version, changedBy, changedAt }: SectionSummary): string =>
  version === 1 && changedBy === null
    ? '처음 내용 그대로입니다.'
    : `${formatDateTime(new Date(changedAt))}에 ${changedBy ?? '탈퇴한 관리자'} 님이 게시`;

const Sections = ({ sections }: SettingsPageProps) => {
  const { data, error, isPending, refetch } = useApiQuery(settingsEndpoints.listSections, {});
  if (isPending) return <Skeleton label="설정을 불러오는 중입니다." shape="row" count={9} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const entries = sections.flatMap(({ name, title, summary: about }): Entry[] => {
    const summary = data.find(({ section }) => section === name);
    return summary === undefined ? [] : [{ to: paths.settingsSection(name), title, about, summary }];
  });
  return (
    <ul className={styles.sections}>
      {[...entries, ...otherPages].map(({ to, title, about, summary }) => (
        <li key={to}>
          <Link to={to} className={styles.section}>
            <span className={cx('row-3 middle subtitle', styles.title)}>
              {title}
              {summary?.hasDraft && <Badge tone="waiting">초안</Badge>}
            </span>
            <ChevronRight size={20} aria-hidden="true" className={styles.arrow} />
            <span>{about}</span>
            {summary !== undefined && <span className="note">{describeChange(summary)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
};

const SettingsPage = ({ sections }: SettingsPageProps) => (
  <AdminPage isNarrow>
    <AdminHead title="설정" />
    <Sections sections={sections} />
  </AdminPage>
);

export default SettingsPage;
