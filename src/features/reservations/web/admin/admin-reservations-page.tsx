import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { formatDate, seoulDate } from '#platform/contract/seoul-time.ts';
import { downloadFile } from '#platform/web/client/api/download-file.ts';
import { useApiPages } from '#platform/web/client/api/paged-queries.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { CsvButton } from '#platform/web/client/csv-button.tsx';
import { SearchForm } from '#platform/web/client/forms/search-form.tsx';
import { PagedList } from '#platform/web/client/paged-list.tsx';
import { RecordList } from '#platform/web/client/record-list.tsx';
import { useNow } from '#platform/web/client/use-now.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { adminReservationEndpoints, type ListedReservation } from '../../contract/admin-reservations.ts';
import { FocusedReport } from '../focused-report.tsx';
import { ReservationFilterForm } from './reservation-filter-form.tsx';
import { toDatedRecord, toRecordOfDay, useSettle } from './reservation-records.tsx';
import {
  ALL_RESERVATIONS,
  exportFileName,
  isNarrowed,
  isUpcoming,
  isViewNarrowed,
  parseReservationSearch,
  searchKinds,
  toReservationListRequest,
  serializeReservationSearch,
  type ReservationSearch,
} from './reservation-search.ts';

const MAX_ROWS = 5;

/** Makes rows that show the date and, instead of code, place and state, the buttons that set the state. */
const useUnsettledRecords = (today: string) => {
  const { settleButtons, report } = useSettle();
  const toUnsettledRecord = (reservation: ListedReservation) => ({
    ...toDatedRecord(reservation, today),
    aside: undefined,
    badge: undefined,
    actions: settleButtons(reservation, ['COMPLETED', 'NO_SHOW', 'CANCELLED']),
  });
  return { toUnsettledRecord, report };
};

/** The newest past reservations that are still 예약 확정, to be settled in place. Shows nothing without any and without a report. */
const UnsettledReservations = ({ today }: { today: string }) => {
  const { data: rows = [], hasNextPage } = useApiPages(adminReservationEndpoints.adminReservations, {
    unsettled: 'true',
    limit: String(MAX_ROWS),
  });
  const { toUnsettledRecord, report } = useUnsettledRecords(today);
  if (rows.length === 0 && report === null) return null;
  return (
    <section className="stack-3 fit" aria-labelledby="unsettled-title">
      <h2 id="unsettled-title" className="subtitle">
        결과를 입력해 주세요
      </h2>
      <FocusedReport report={report} />
      {rows.length > 0 && (
        <RecordList label="결과를 입력할 지난 예약" records={rows.map(toUnsettledRecord)} />
      )}
      {hasNextPage && (
        <Link to={paths.adminUnsettledReservations()} className="link">
          지난 예약 결과 모두 입력하기
        </Link>
      )}
    </section>
  );
};

const UPCOMING_ONLY = '예정된 미팅만 표시합니다. 지난 예약은 ‘전체’에서 확인해 주세요.';

/** The name of the list, and the texts in place of an empty one. */
const describeList = (search: ReservationSearch, today: string) => {
  const { unsettled, createdOn } = search.filters;
  if (unsettled !== undefined)
    return { caption: '결과를 입력할 예약', empty: '결과를 입력할 예약이 없습니다.' };
  if (createdOn !== undefined)
    return { caption: `${formatDate(createdOn)}에 들어온 예약`, empty: '이날 들어온 예약이 없습니다.' };
  const empty = '예약 내역이 없습니다.';
  if (isUpcoming(search, today)) return { caption: '예정된 예약', empty, hint: UPCOMING_ONLY };
  if (!isNarrowed(search)) return { caption: '모든 예약', empty };
  return { caption: '검색한 예약', empty: isViewNarrowed(search, today) ? '검색 결과가 없습니다.' : empty };
};

const FoundReservations = ({ search, today }: { search: ReservationSearch; today: string }) => {
  const [endpoint, query] = toReservationListRequest(search);
  const pages = useApiPages(endpoint, query);
  const { toUnsettledRecord, report } = useUnsettledRecords(today);
  const count = pages.data?.length ?? 0;
  const { caption, empty, hint } = describeList(search, today);
  const toRecord = (reservation: ListedReservation) => {
    if (search.filters.unsettled !== undefined) return toUnsettledRecord(reservation);
    // Sorted by the age of the bookings, days would follow each other in any order.
    return (search.sort === 'created-desc' ? toDatedRecord : toRecordOfDay)(reservation, today);
  };
  return (
    <>
      <div className="row-3 wrap middle between">
        <p className="note tabular" role="status">
          {pages.data !== undefined && (pages.hasNextPage ? `${count}건 이상` : `${count}건`)}
        </p>
        <div className="row-3 wrap middle">
          {search.keyword !== null && (
            <span className="note tabular">CSV 파일에는 검색어가 적용되지 않습니다.</span>
          )}
          <CsvButton
            download={() => {
              const name = exportFileName(search.filters, today);
              return downloadFile(
                adminReservationEndpoints.exportReservations,
                { query: search.filters },
                name,
              );
            }}
          />
        </div>
      </div>
      <FocusedReport report={report} />
      <PagedList
        pages={pages}
        skeleton={<Skeleton label="예약을 불러오는 중입니다." shape="row" count={8} />}
        empty={<EmptyState title={empty}>{hint}</EmptyState>}
      >
        {(reservations) => <RecordList label={caption} records={reservations.map(toRecord)} />}
      </PagedList>
    </>
  );
};

const AdminReservationsPage = () => {
  const [query, setQuery] = useSearchParams();
  const today = seoulDate(useNow());
  const search = parseReservationSearch(query, today);
  // A second change may come before the first has rendered, and builds on it.
  const latest = useRef({ query, search });
  const change = (makePart: (before: ReservationSearch) => Partial<ReservationSearch>): void => {
    const before = latest.current.query === query ? latest.current.search : search;
    latest.current = { query, search: { ...before, ...makePart(before) } };
    setQuery(serializeReservationSearch(latest.current.search, today), { preventScrollReset: true });
  };
  return (
    <AdminPage>
      <AdminHead title="예약 관리">
        <ButtonLink to={paths.adminPhoneReservation()}>예약 등록</ButtonLink>
      </AdminHead>
      {isUpcoming(search, today) && <UnsettledReservations today={today} />}
      <SearchForm
        label="검색어"
        kinds={searchKinds}
        kind={search.by}
        keyword={search.keyword}
        // From the view that the page opens on, a search covers all reservations.
        onSearch={(keyword, by = 'name') =>
          change((before) => ({ ...(isUpcoming(before, today) && ALL_RESERVATIONS), by, keyword }))
        }
        onClear={
          isViewNarrowed(search, today)
            ? () => setQuery(serializeReservationSearch(ALL_RESERVATIONS, today))
            : null
        }
      />
      <ReservationFilterForm today={today} search={search} onChange={change} />
      {search.filters.unsettled !== undefined && <Notice>지난 미팅의 결과를 입력해 주세요.</Notice>}
      <FoundReservations key={search.filters.unsettled} search={search} today={today} />
    </AdminPage>
  );
};

export default AdminReservationsPage;
