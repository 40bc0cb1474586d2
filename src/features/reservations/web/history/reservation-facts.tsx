import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { formatDate, seoulDate } from '#platform/contract/seoul-time.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { DescriptionList } from '#platform/web/ui/description-list.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { reservationEndpoints, type Reservation, type StudioChange } from '../../contract/reservations.ts';
import { formatMeetingStart } from '../format-meeting.ts';
import { meetingFacts } from '../meeting-facts.ts';
import { PictureList } from '../pictures/private-picture.tsx';

const formatChange = ({ action, before, after }: StudioChange, day: string): string => {
  switch (action) {
    case 'MOVED':
      return `일정을 변경했습니다: ${formatMeetingStart(before, day)} → ${formatMeetingStart(after, day)}`;
    case 'CANCELLED':
      return '예약을 취소했습니다.';
    case 'REOPENED':
      return '예약을 다시 확정했습니다.';
  }
};

/** What the studio changed in the reservation, newest first. Nothing while loading and without changes. */
export const StudioChanges = ({ reservation: { id } }: { reservation: Pick<Reservation, 'id'> }) => {
  const { data } = useApiQuery(reservationEndpoints.getReservation, { params: { id } });
  const changes = data?.studioChanges ?? [];
  if (changes.length === 0) return null;
  return (
    <Notice>
      {changes.toReversed().map((change) => {
        const day = seoulDate(new Date(change.at));
        return (
          <p key={change.at}>
            {formatDate(day)} 스튜디오에서 {formatChange(change, day)}
          </p>
        );
      })}
    </Notice>
  );
};

/** The facts of the reservation and its reference pictures. */
export const ReservationFacts = ({ reservation }: { reservation: Reservation }) => {
  const { data } = useApiQuery(reservationEndpoints.getReservation, { params: { id: reservation.id } });
  return (
    <>
      <DescriptionList
        facts={[
          ['예약 번호', reservation.reservationCode],
          ['카테고리', <CategoryName key="category" id={reservation.shootType} />],
          ...meetingFacts(reservation),
        ]}
      />
      <PictureList ids={data?.pictureIds ?? []} />
    </>
  );
};
