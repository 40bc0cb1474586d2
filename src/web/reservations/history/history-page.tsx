import { Link } from 'react-router';
import { reservationEndpoints } from '#contract/reservations.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { useApiPages } from '#web/api/paged-queries.ts';
import { paths } from '#web/paths.ts';
import { RequireRole } from '#web/shell/require-role.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { HistoryLists } from './history-lists.tsx';
import styles from './history-page.module.css';
import { PagedList } from '#web/shell/paged-list.tsx';

const LOGIN_NEEDED = '로그인이 필요합니다. 로그인 후 이용해주세요.';

const describeFailure = (error: unknown): string =>
  error instanceof ApiError && error.status === 401 ? LOGIN_NEEDED : messageOf(error);

const Empty = () => (
  <EmptyState
    title="예약 내역이 없습니다."
    action={
      <Link to={paths.reserveType()} className={buttonClass()}>
        예약하기
      </Link>
    }
  />
);

const History = () => {
  const pages = useApiPages(reservationEndpoints.myReservations);
  return (
    <PagedList
      pages={pages}
      skeleton={<Skeleton label="예약 내역을 불러오는 중입니다." shape="card" />}
      empty={<Empty />}
      describeFailure={describeFailure}
    >
      {(bookings) => <HistoryLists bookings={bookings} />}
    </PagedList>
  );
};

const HistoryPage = () => (
  <RequireRole role="member" alert={LOGIN_NEEDED}>
    <div className={styles.page}>
      <h1 className={styles.title}>예약 내역</h1>
      <History />
    </div>
  </RequireRole>
);

export default HistoryPage;
