import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messageOf } from '#web/api/api.ts';
import { useApiPages } from '#web/api/paged-queries.ts';
import { paths } from '#web/paths.ts';
import { AdminHead } from '#web/shell/admin-head.tsx';
import { AdminPage } from '#web/shell/admin-page.tsx';
import { PagedList } from '#web/shell/paged-list.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import { adminColumns } from './admin-columns.tsx';
import { ExportButton } from './admin-export-button.tsx';
import { AdminFilterForm } from './admin-filter-form.tsx';
import styles from './admin-reservations-page.module.css';
import { AdminSearchForm } from './admin-search-form.tsx';
import { isNarrowed, readSearch, requestOf, writeSearch } from './admin-search.ts';
import type { AdminSearch } from './admin-search.ts';
import { LOAD_FAILED } from './load-failed.ts';

const SEARCH_FAILED = '검색 중 오류가 발생했습니다.';

const FoundReservations = ({ search }: { search: AdminSearch }) => {
  const pages = useApiPages(...requestOf(search));
  const count = pages.rows?.length ?? 0;
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.count} role="status">
          {pages.rows !== undefined && (pages.hasMore ? `${count}건 이상` : `${count}건`)}
        </p>
        <ExportButton search={search} />
      </div>
      <PagedList
        pages={pages}
        skeleton={<Skeleton label="예약을 불러오는 중입니다." shape="row" count={8} />}
        empty={<EmptyState title={isNarrowed(search) ? '검색 결과가 없습니다.' : '예약 내역이 없습니다.'} />}
        describeFailure={(error) => messageOf(error, search.keyword === null ? LOAD_FAILED : SEARCH_FAILED)}
      >
        {(bookings) => (
          <Table
            caption={isNarrowed(search) ? '검색한 예약' : '모든 예약'}
            columns={adminColumns}
            rows={bookings}
            rowKey={({ id }) => id}
            isDense
          />
        )}
      </PagedList>
    </>
  );
};

const AdminReservationsPage = () => {
  const [query, setQuery] = useSearchParams();
  const search = readSearch(query);
  // A second change may come before the page has followed the first: it builds on that one.
  const latest = useRef(search);
  useEffect(() => void (latest.current = readSearch(query)), [query]);
  const change = (makePart: (before: AdminSearch) => Partial<AdminSearch>): void => {
    latest.current = { ...latest.current, ...makePart(latest.current) };
    setQuery(writeSearch(latest.current), { preventScrollReset: true });
  };
  return (
    <AdminPage>
      <AdminHead title="예약 관리">
        <Link to={paths.adminGuestBooking()} className={buttonClass()}>
          예약 적기
        </Link>
      </AdminHead>
      <AdminSearchForm search={search} onSearch={(part) => change(() => part)} onClear={() => setQuery({})} />
      <AdminFilterForm search={search} onChange={change} />
      <FoundReservations search={search} />
    </AdminPage>
  );
};

export default AdminReservationsPage;
