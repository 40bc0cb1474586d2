import { Link, useParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { formatStartingPrice } from '#core/content/web/format-price.ts';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { NoteForm } from '#core/notes/web/note-form.tsx';
import { formatDate, formatDateTime } from '#platform/contract/seoul-time.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { FoundRecord } from '#platform/web/client/found-record.tsx';
import { Badge } from '#platform/web/ui/badge.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { DescriptionList } from '#platform/web/ui/description-list.tsx';
import { PhoneLink } from '#platform/web/ui/phone-number.tsx';
import {
  ERASED_CALLER,
  adminReservationEndpoints,
  type ReservationDetail,
} from '../../contract/admin-reservations.ts';
import { formatSlot } from '../../contract/slots.ts';
import { meetingFacts } from '../meeting-facts.ts';
import { PictureList } from '../pictures/private-picture.tsx';
import { ReservationStateBadge } from '../reservation-state-badge.tsx';
import { CorrectReservation } from './correct-reservation.tsx';
import { DeleteCaller } from './delete-caller.tsx';
import { ReservationActions } from './reservation-actions.tsx';
import { ReservationTimeline } from './reservation-timeline.tsx';
import styles from './admin-reservation-page.module.css';

const list = { to: paths.adminReservations(), label: '예약 목록' };

/** The package with its price when the customer chose it; empty when none was chosen. */
const formatPackage = ({ package: chosen }: ReservationDetail): string =>
  chosen === null ? '' : `${chosen.name} ${formatStartingPrice(chosen.priceWon)}`;

const { reservationDetail, saveReservationNote } = adminReservationEndpoints;

const Facts = ({ reservation }: { reservation: ReservationDetail }) => {
  const { customerId, phoneNumber } = reservation;
  return (
    <section className="stack-4 fit" aria-labelledby="facts-title">
      <h2 id="facts-title" className="subtitle">
        예약 정보
      </h2>
      <DescriptionList
        facts={[
          ['예약 번호', reservation.reservationCode],
          [
            '고객',
            customerId === null ? (
              ''
            ) : (
              <Link key="customer" to={paths.adminCustomer(customerId)}>
                고객 정보 보기
              </Link>
            ),
          ],
          ['전화번호', phoneNumber === null ? '없음' : <PhoneLink key="phone" digits={phoneNumber} />],
          ['카테고리', <CategoryName key="category" id={reservation.shootType} />],
          ['상품', formatPackage(reservation)],
          ...meetingFacts(reservation),
          ['예약 일시', formatDateTime(new Date(reservation.createdAt))],
        ]}
      />
      <PictureList ids={reservation.pictureIds} />
    </section>
  );
};

const ReservationCard = ({ reservation }: { reservation: ReservationDetail }) => {
  const { memberName, isGuest: isPhoneReservation, state, date, time } = reservation;
  const isOfCaller = isPhoneReservation && memberName !== ERASED_CALLER;
  return (
    <>
      <div>
        <AdminHead title={memberName} back={list}>
          <ReservationStateBadge state={state} />
          {isPhoneReservation && <Badge tone="plain">전화 예약</Badge>}
          {reservation.meetingKind === 'PHONE' && <Badge tone="plain">전화 미팅</Badge>}
        </AdminHead>
        <p className="large tabular">
          <Link to={paths.adminSchedule(date)} className="link">
            <span>
              <time dateTime={date}>{formatDate(date)}</time>{' '}
              <span className="nowrap">{formatSlot(time)}</span>
            </span>
          </Link>
        </p>
      </div>
      <ReservationActions reservation={reservation} />
      <div className={cx('stack-8', styles.columns)}>
        <div className="stack-8 start fit">
          <Facts reservation={reservation} />
          {isOfCaller && <CorrectReservation reservation={reservation} />}
          {reservation.customerId !== null && (
            <NoteForm
              note={reservation.note}
              onSave={(body) =>
                browserApi.call(saveReservationNote, { params: { id: reservation.id }, body })
              }
            />
          )}
        </div>
        <ReservationTimeline reservation={reservation} />
      </div>
      {isOfCaller && <DeleteCaller reservation={reservation} />}
    </>
  );
};

const FoundReservation = () => {
  const { id = '' } = useParams();
  const query = useApiQuery(reservationDetail, { params: { id } });
  return (
    <FoundRecord
      query={query}
      loading="예약을 불러오는 중입니다."
      missing="예약을 찾을 수 없습니다."
      list={list}
    >
      {(reservation) => <ReservationCard key={reservation.id} reservation={reservation} />}
    </FoundRecord>
  );
};

const AdminReservationPage = () => (
  <AdminPage>
    <FoundReservation />
  </AdminPage>
);

export default AdminReservationPage;
