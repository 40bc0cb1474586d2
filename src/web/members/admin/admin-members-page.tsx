import { useSearchParams } from 'react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import { memberEndpoints } from '#contract/members.ts';
import { messageOf } from '#web/api/api.ts';
import { useApiPages } from '#web/api/paged-queries.ts';
import { AdminHead } from '#web/shell/admin-head.tsx';
import { AdminPage } from '#web/shell/admin-page.tsx';
import { PagedList } from '#web/shell/paged-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import type { Column } from '#web/ui/table.tsx';
import styles from './admin-members-page.module.css';
import { MemberSearchForm } from './member-search-form.tsx';
import { PhoneLink } from '#web/ui/phone-number.tsx';

const FAILED = '회원 목록을 불러오지 못했습니다.';
const SEARCH_FAILED = '검색 중 오류가 발생했습니다.';

/** Numbered by position, because a social member with an incomplete profile has neither login id nor phone as a row key. */
type Row = ResponseOf<typeof memberEndpoints.adminMembers>[number] & { readonly rowNumber: number };

const columns: readonly Column<Row>[] = [
  { key: 'loginId', header: '아이디', cell: ({ loginId }) => loginId || '–', isRowHeader: true },
  { key: 'name', header: '이름', cell: ({ name }) => name },
  {
    key: 'phone',
    header: '휴대폰 번호',
    cell: ({ phoneNumber }) => (phoneNumber === '' ? '–' : <PhoneLink digits={phoneNumber} />),
    isShort: true,
  },
];

const FoundMembers = ({ name }: { name: string | null }) => {
  const isSearch = name !== null;
  const pages = useApiPages(memberEndpoints.adminMembers, { name: name ?? undefined });
  return (
    <PagedList
      pages={pages}
      skeleton={<Skeleton label="회원 목록을 불러오는 중입니다." shape="row" count={8} />}
      empty={<EmptyState title={isSearch ? '검색 결과가 없습니다.' : '가입된 회원이 없습니다.'} />}
      describeFailure={(error) => messageOf(error, isSearch ? SEARCH_FAILED : FAILED)}
    >
      {(members) => (
        <>
          <p className={styles.count} role="status">
            {pages.hasMore ? `${members.length}명 이상` : `${members.length}명`}
          </p>
          <Table
            caption={isSearch ? '검색한 회원' : '모든 회원'}
            columns={columns}
            rows={members.map((row, rowNumber) => ({ ...row, rowNumber }))}
            rowKey={({ rowNumber }) => rowNumber}
          />
        </>
      )}
    </PagedList>
  );
};

const AdminMembersPage = () => {
  const [query, setQuery] = useSearchParams();
  const name = query.get('name');
  return (
    <AdminPage>
      <AdminHead title="회원 관리" />
      <MemberSearchForm name={name} onSearch={(next) => setQuery(next === null ? {} : { name: next })} />
      <FoundMembers name={name} />
    </AdminPage>
  );
};

export default AdminMembersPage;
