import { Link, useParams } from 'react-router';
import { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import { ApiError } from '#web/api/api.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { AdminPage } from '#web/shell/admin-page.tsx';
import { LoadFailure } from '#web/shell/load-failure.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ReservationCard } from './reservation-card.tsx';

const { reservationDetail } = adminReservationEndpoints;

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

const Missing = () => (
  <EmptyState
    title="예약을 찾을 수 없습니다."
    action={
      <Link to={paths.adminReservations()} className={buttonClass({ variant: 'secondary' })}>
        예약 목록으로
      </Link>
    }
  />
);

const FoundReservation = () => {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useApiQuery(reservationDetail, { params: { id } });
  if (isPending) return <Skeleton label="예약을 불러오는 중입니다." shape="card" count={2} />;
  if (data !== undefined) return <ReservationCard booking={data} />;
  if (isMissing(error)) return <Missing />;
  return <LoadFailure error={error} onRetry={() => void refetch()} />;
};

const AdminReservationPage = () => (
  <AdminPage isNarrow>
    <FoundReservation />
  </AdminPage>
);

export default AdminReservationPage;
