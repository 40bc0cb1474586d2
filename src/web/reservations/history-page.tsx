import { Link } from 'react-router';
import { reservationEndpoints } from '#contract/reservations.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { paths } from '#web/paths.ts';
import { RequireRole } from '#web/shell/require-role.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './history-page.module.css';
import { HistoryCard } from './history-card.tsx';
import { LoadFailure } from '#web/shell/load-failure.tsx';
import { useNow } from './use-now.ts';
import { useReservationPages } from './use-reservation-pages.ts';

const LOGIN_NEEDED = '로그인이 필요합니다. 로그인 후 이용해주세요.';
const FAILED = '예약 정보를 불러오는 데 실패했습니다.';

const describeFailure = (error: Error | null): string =>
  error instanceof ApiError && error.status === 401 ? LOGIN_NEEDED : messageOf(error, FAILED);

const endpoint = reservationEndpoints.myReservations;

const History = () => {
  const now = useNow();
  const bookings = useReservationPages([endpoint.path], (query, signal) =>
    browserApi.call(endpoint, { query }, { signal }),
  );
  if (bookings.isPending) return <Skeleton label="예약 내역을 불러오는 중입니다." shape="card" />;
  if (bookings.rows === undefined)
    return <LoadFailure message={describeFailure(bookings.error)} onRetry={bookings.reload} />;
  if (bookings.rows.length === 0) {
    return (
      <EmptyState
        title="예약 내역이 없습니다."
        action={
          <Link to={paths.reserveType()} className={buttonClass()}>
            예약하기
          </Link>
        }
      />
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {bookings.rows.map((booking) => (
          <HistoryCard key={booking.id} booking={booking} now={now} />
        ))}
      </ul>
      {bookings.hasMore && (
        <MoreButton label="더 보기" isLoading={bookings.isLoadingMore} onMore={bookings.loadMore} />
      )}
    </>
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
