import { reservationEndpoints, type Reservation } from '#contract/reservations.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { PictureList } from '#web/reservations/pictures/picture-list.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';

const { getReservation } = reservationEndpoints;

export const BookingFacts = ({ booking }: { booking: Reservation }) => {
  const { data } = useApiQuery(getReservation, { params: { id: booking.id } });
  return (
    <>
      <DescriptionList
        facts={[
          ['예약 번호', booking.reservationCode],
          ['카테고리', shootTypeLabels[booking.shootType]],
          ['희망 촬영 날짜', booking.desiredShootDate],
          ['촬영 장소', booking.location],
          ['요청 사항', booking.notes],
        ]}
      />
      <PictureList ids={data?.pictureIds ?? []} />
    </>
  );
};
