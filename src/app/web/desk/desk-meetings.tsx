import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { isPastSlot } from '#features/reservations/contract/bookable-dates.ts';
import { toRecordOfDay, useSettle } from '#features/reservations/web/admin/reservation-records.tsx';
import { FocusedReport } from '#features/reservations/web/focused-report.tsx';
import { RecordList, type ListedRecord } from '#platform/web/client/record-list.tsx';
import { useNow } from '#platform/web/client/use-now.ts';
import { PhoneLink } from '#platform/web/ui/phone-number.tsx';
import type { Desk } from '../../contract/desk.ts';

/** The meetings of today and tomorrow, or the next ones. Once a booked meeting has begun, its outcome can be set. */
export const DeskMeetings = ({ date: today, meetings }: Pick<Desk, 'date' | 'meetings'>) => {
  const now = useNow();
  const { settleButtons, report } = useSettle();
  const toRecord = (meeting: Desk['meetings'][number]): ListedRecord => {
    const { date, time, state, phoneNumber, shootType, note } = meeting;
    const isBooked = state === 'BOOKED';
    const { badge, ...record } = toRecordOfDay(meeting, today);
    return {
      ...record,
      meta: [
        phoneNumber !== null && <PhoneLink key="phone" digits={phoneNumber} />,
        <CategoryName key="category" id={shootType} />,
      ],
      aside: undefined,
      note: note ?? undefined,
      badge: isBooked ? undefined : badge,
      actions:
        isBooked && isPastSlot(date, time, now)
          ? settleButtons(meeting, ['COMPLETED', 'NO_SHOW'])
          : undefined,
    };
  };
  return (
    <section aria-label="미팅" className="stack-5 start">
      <FocusedReport report={report} />
      {meetings.every(({ date }) => date !== today) && (
        <p className="muted">
          오늘은 미팅이 없습니다.{' '}
          <Link to={paths.adminPhoneReservation({ date: today })}>전화로 받은 예약 등록</Link>
        </p>
      )}
      {meetings.length > 0 && <RecordList label="미팅" records={meetings.map(toRecord)} />}
    </section>
  );
};
