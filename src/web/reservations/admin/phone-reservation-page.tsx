import { useSearchParams } from 'react-router';
import { isBookableDate } from '#contract/bookable-dates.ts';
import { isSlot } from '#contract/slots.ts';
import { paths } from '#web/paths.ts';
import { AdminHead } from '#web/shell/admin-head.tsx';
import { AdminPage } from '#web/shell/admin-page.tsx';
import { PhoneReservationForm } from './phone-reservation-form.tsx';
import type { PartialMeetingTime } from '#web/reservations/use-meeting-choice.ts';

/** The date and slot in the URL, set by the schedule. */
const readMeeting = (query: URLSearchParams): PartialMeetingTime => {
  const date = query.get('date');
  if (date === null || !isBookableDate(date, new Date())) return { date: null, time: null };
  const time = query.get('time') ?? '';
  return { date, time: isSlot(time) ? time : null };
};

const PhoneReservationPage = () => {
  const [query] = useSearchParams();
  const meeting = readMeeting(query);
  const back =
    meeting.date === null
      ? { to: paths.adminReservations(), label: '예약 목록' }
      : { to: paths.adminSchedule(meeting.date), label: '일정' };
  return (
    <AdminPage isNarrow>
      <AdminHead title="예약 등록" back={back} />
      <PhoneReservationForm meeting={meeting} />
    </AdminPage>
  );
};

export default PhoneReservationPage;
