import { useState } from 'react';
import { Link } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { settingsGroups, type SettingsGroup } from '#core/content/contract/content-section.ts';
import { settingsEndpoints, type SectionSummary } from '#core/content/contract/studio-settings.ts';
import { paths } from '#core/content/web/paths.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { Badge } from '#platform/web/ui/badge.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { connectionFields } from '../../contract/connections.ts';
import { appPages } from '../../contract/pages.ts';
import { labelsOf, matchEntry, type SearchedEntry } from './find-settings.ts';
import type { SettingsPageProps } from './load-sections.ts';
import styles from './settings-page.module.css';

interface Entry extends SearchedEntry {
  readonly to: string;
  readonly group: SettingsGroup;
  /** Absent for pages that are no section. */
  readonly summary?: SectionSummary;
}

const otherPages: readonly Entry[] = [
  {
    to: appPages.connections.path,
    group: 'messages',
    title: '연결',
    about: '문자와 알림톡, 이메일, 소셜 로그인, 백업 버킷을 연결하고 시험합니다.',
    labels: Object.values(connectionFields).flatMap(labelsOf),
  },
  {
    to: appPages.staff.path,
    group: 'team',
    title: '관리자',
    about: '함께 관리할 사람을 초대하고 권한을 회수합니다.',
    labels: [],
  },
];

const Status = ({ hasDraft, version, changedBy }: SectionSummary) => {
  if (hasDraft) return <Badge tone="waiting">초안 있음</Badge>;
  return <span className="note nowrap">{version === 1 && changedBy === null ? '처음 내용' : '게시됨'}</span>;
};

/** The entries of one group, or none if the group has no entry. */
const Group = ({ group, entries }: { group: SettingsGroup; entries: readonly Entry[] }) => {
  const shown = entries.filter((entry) => entry.group === group);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={`settings-${group}`} className={styles.group}>
      <h2 id={`settings-${group}`} className={styles.name}>
        {settingsGroups[group]}
      </h2>
      <ul>
        {shown.map(({ to, title, about, summary }) => (
          <li key={to}>
            <Link to={to} className={styles.entry}>
              <span className="row-3 middle between">
                <span className={cx('strong', styles.title)}>{title}</span>
                {summary !== undefined && <Status {...summary} />}
              </span>
              <span className="note">{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Index = ({ sections }: SettingsPageProps) => {
  const [keyword, setKeyword] = useState('');
  const { data, error, isPending, refetch } = useApiQuery(settingsEndpoints.listSections, {});
  if (isPending) return <Skeleton label="설정을 불러오는 중입니다." shape="row" count={9} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const entries = sections.flatMap(({ name, group, title, summary: about, fields }): Entry[] => {
    const summary = data.find(({ section }) => section === name);
    const to = paths.settingsSection(name);
    return summary === undefined ? [] : [{ to, group, title, about, summary, labels: labelsOf(fields) }];
  });
  const found = [...entries, ...otherPages].flatMap((entry) => matchEntry(entry, keyword) ?? []);
  return (
    <>
      <div role="search" className={styles.search}>
        <TextField
          label="설정 검색"
          type="search"
          autoComplete="off"
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
        <p className="visually-hidden" role="status">
          {keyword.trim() !== '' && `검색 결과 ${found.length}개`}
        </p>
      </div>
      {found.length === 0 && (
        <EmptyState title="검색 결과가 없습니다.">설정의 이름이나 그 안의 항목으로 찾아 보세요.</EmptyState>
      )}
      <div className={styles.groups}>
        {(Object.keys(settingsGroups) as SettingsGroup[]).map((group) => (
          <Group key={group} group={group} entries={found} />
        ))}
      </div>
    </>
  );
};

const SettingsPage = ({ sections }: SettingsPageProps) => (
  <AdminPage>
    <AdminHead title="설정" />
    <Index sections={sections} />
  </AdminPage>
);

export default SettingsPage;
