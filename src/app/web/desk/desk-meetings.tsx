import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { isPastSlot } from '#features/reservations/contract/bookable-dates.ts';
import { formatSlot } from '#features/reservations/contract/slots.ts';
import { toDatedRecord, useSettle } from '#features/reservations/web/admin/reservation-records.tsx';
import { FocusedReport } from '#features/reservations/web/focused-report.tsx';
import { RecordList, type ListedRecord } from '#platform/web/client/record-list.tsx';
import { useNow } from '#platform/web/client/use-now.ts';
import { PhoneLink } from '#platform/web/ui/phone-number.tsx';
import type { Desk } from '../../contract/desk.ts';

/** Today's meetings. Once a booked meeting has begun, its outcome can be set. */
export const DeskMeetings = ({ date, meetings }: Pick<Desk, 'date' | 'meetings'>) => {
  const now = useNow();
  const { settleButtons, report } = useSettle();
  const toRecord = (meeting: Desk['meetings'][number]): ListedRecord => {
    const { time, state, phoneNumber, shootType } = meeting;
    const isBooked = state === 'BOOKED';
    const { badge, ...record } = toDatedRecord(meeting, date);
    return {
      ...record,
      lead: formatSlot(time),
      meta: [
        phoneNumber !== null && <PhoneLink key="phone" digits={phoneNumber} />,
        <CategoryName key="category" id={shootType} />,
      ],
      badge: isBooked ? undefined : badge,
      actions:
        isBooked && isPastSlot(date, time, now)
          ? settleButtons(meeting, ['COMPLETED', 'NO_SHOW'])
          : undefined,
    };
  };
  return (
    <section aria-labelledby="desk-meetings" className="stack-3 start">
      <h2 id="desk-meetings">오늘의 미팅</h2>
      <FocusedReport report={report} />
      {meetings.length === 0 ? (
        <p className="muted">
          오늘은 미팅이 없습니다.{' '}
          <Link to={paths.adminPhoneReservation({ date })}>전화로 받은 예약 등록</Link>
        </p>
      ) : (
        <RecordList label="오늘의 미팅" records={meetings.map(toRecord)} />
      )}
    </section>
  );
};
