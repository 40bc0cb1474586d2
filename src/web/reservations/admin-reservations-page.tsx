import { useSearchParams } from 'react-router';
import { messageOf } from '#web/api/api.ts';
import { useApiPages } from '#web/api/queries.tsx';
import { RequireRole } from '#web/shell/require-role.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import { adminColumns } from './admin-columns.tsx';
import styles from './admin-reservations-page.module.css';
import { AdminSearchForm } from './admin-search-form.tsx';
import { readSearch, requestOf } from './admin-search.ts';
import type { AdminSearch } from './admin-search.ts';
import { PagedList } from '#web/shell/paged-list.tsx';
import { LOAD_FAILED } from './load-failed.ts';

const SEARCH_FAILED = '검색 중 오류가 발생했습니다.';

const FoundReservations = ({ search }: { search: AdminSearch }) => {
  const isSearch = search.keyword !== null;
  const pages = useApiPages(...requestOf(search));
  return (
    <PagedList
      pages={pages}
      skeleton={<Skeleton label="예약을 불러오는 중입니다." shape="row" count={8} />}
      empty={<EmptyState title={isSearch ? '검색 결과가 없습니다.' : '예약 내역이 없습니다.'} />}
      describeFailure={(error) => messageOf(error, isSearch ? SEARCH_FAILED : LOAD_FAILED)}
    >
      {(bookings) => (
        <>
          <p className={styles.count} role="status">
            {pages.hasMore ? `${bookings.length}건 이상` : `${bookings.length}건`}
          </p>
          <Table
            caption={isSearch ? '검색한 예약' : '모든 예약'}
            columns={adminColumns}
            rows={bookings}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </PagedList>
  );
};

const AdminReservationsPage = () => {
  const [query, setQuery] = useSearchParams();
  const search = readSearch(query);
  return (
    <RequireRole role="admin">
      <div className={styles.page}>
        <h1 className={styles.title}>예약 관리</h1>
        <AdminSearchForm
          search={search}
          onSearch={({ by, keyword }) => setQuery(keyword === null ? {} : { by, keyword })}
        />
        <FoundReservations search={search} />
      </div>
    </RequireRole>
  );
};

export default AdminReservationsPage;
