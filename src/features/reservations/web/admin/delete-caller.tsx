import { DeleteWithPassword } from '#core/auth/web/deletion/delete-with-password.tsx';
import {
  Effect,
  Irreversible,
  RetainedRecords,
  UpcomingReservations,
} from '#core/auth/web/deletion/deletion-effects.tsx';
import { paths } from '#core/content/web/paths.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { adminReservationEndpoints, type ReservationDetail } from '../../contract/admin-reservations.ts';

const { callerPreview, deleteCaller } = adminReservationEndpoints;

const Effects = ({ id }: ReservationDetail) => {
  const { data: preview } = useApiQuery(callerPreview, { params: { id } });
  return (
    <dl className="stack-5">
      <Effect name="대상">
        이 고객의 전화 예약{preview === undefined ? '이 모두' : ` ${preview.reservations}건이`} 해당합니다.
        같은 번호를 쓰는 다른 고객과 회원의 예약은 그대로 있습니다.
      </Effect>
      <Effect name="고객 정보">
        이름과 전화번호, 촬영 장소, 요청 사항이 바로 삭제되고, 예약에는 일정과 상품만 남습니다.
      </Effect>
      <UpcomingReservations count={preview?.upcomingReservations} />
      <RetainedRecords hasAccount={false} />
    </dl>
  );
};

/** Deletes, at their request, the data of a customer who booked by phone. */
export const DeleteCaller = ({ reservation }: { reservation: ReservationDetail }) => (
  <DeleteWithPassword
    label="고객 정보 삭제"
    done="고객 정보를 삭제했습니다."
    leadsTo={paths.adminReservations()}
    endpoint={deleteCaller}
    toInput={(password) => ({ params: { id: reservation.id }, body: { password } })}
  >
    <p>
      {reservation.memberName} 님이 삭제를 요청했을 때만 삭제해 주세요. 고객에게 문자를 보내지 않으니 직접
      알려 주세요.
    </p>
    <Effects {...reservation} />
    <Irreversible>
      <strong>삭제는 되돌릴 수 없습니다.</strong>
    </Irreversible>
  </DeleteWithPassword>
);
