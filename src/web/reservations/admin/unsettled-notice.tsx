import { Link } from 'react-router';
import { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Asks the studio to settle past reservations that are still 예약됨. Shows nothing while there are none. */
export const UnsettledNotice = () => {
  const { data } = useApiQuery(adminReservationEndpoints.countUnsettledReservations, {});
  const count = data?.count ?? 0;
  if (count === 0) return null;
  return (
    <Notice
      action={
        <Link
          to={paths.adminUnsettledReservations()}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          정리하기
        </Link>
      }
    >
      미팅 시간이 지났지만 아직 ‘예약됨’ 상태인 예약이 {count}건 있습니다.
    </Notice>
  );
};
