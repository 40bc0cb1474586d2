import { useParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { adminMemberEndpoints, type MemberDetail } from '#features/members/contract/admin-members.ts';
import { AdminQuestions } from '#features/questions/web/admin/admin-questions.tsx';
import { adminReservationEndpoints } from '#features/reservations/contract/admin-reservations.ts';
import { reservationColumns } from '#features/reservations/web/admin/reservation-columns.tsx';
import { formatDate, seoulDate } from '#platform/contract/seoul-time.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { useApiPages } from '#platform/web/client/api/paged-queries.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { PagedList } from '#platform/web/client/paged-list.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { DescriptionList } from '#platform/web/ui/description-list.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { PhoneLink } from '#platform/web/ui/phone-number.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { Table } from '#platform/web/ui/table.tsx';
import { DeleteMember } from './delete-member.tsx';
import { MemberNoteForm } from './member-note-form.tsx';
import styles from './admin-member-page.module.css';

const Missing = () => (
  <EmptyState
    title="회원을 찾을 수 없습니다."
    action={
      <ButtonLink to={paths.adminMembers()} variant="secondary">
        회원 목록으로
      </ButtonLink>
    }
  />
);

const Reservations = ({ member }: { member: string }) => {
  const pages = useApiPages(adminReservationEndpoints.adminReservations, { member });
  return (
    <PagedList
      pages={pages}
      skeleton={<Skeleton label="예약을 불러오는 중입니다." shape="row" count={3} />}
      empty={<p className="note">예약 내역이 없습니다.</p>}
    >
      {(rows) => <Table caption="이 회원의 예약" columns={reservationColumns} rows={rows} />}
    </PagedList>
  );
};

const Member = ({ member }: { member: MemberDetail }) => (
  <>
    <AdminHead title={member.name} back={{ to: paths.adminMembers(), label: '회원 목록' }} />
    <DescriptionList
      facts={[
        ['아이디', member.loginId],
        [
          '휴대폰 번호',
          member.phoneNumber === '' ? '' : <PhoneLink key="phone" digits={member.phoneNumber} />,
        ],
        ['가입일', formatDate(seoulDate(new Date(member.joinedAt)))],
      ]}
    />
    <MemberNoteForm memberId={member.id} note={member.note} />
    <section className="stack-4 fit" aria-labelledby="member-reservations">
      <h2 id="member-reservations" className="subtitle">
        예약 <span className={cx('note tabular', styles.count)}>{member.reservations}건</span>
      </h2>
      <Reservations member={member.id} />
    </section>
    <section className="stack-4 fit" aria-labelledby="member-questions">
      <h2 id="member-questions" className="subtitle">
        문의 <span className={cx('note tabular', styles.count)}>{member.questions}건</span>
      </h2>
      <AdminQuestions filters={{ member: member.id }} empty={<p className="note">문의가 없습니다.</p>} />
    </section>
    <DeleteMember member={member} />
  </>
);

const FoundMember = () => {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useApiQuery(adminMemberEndpoints.memberDetail, {
    params: { memberId: id },
  });
  if (isPending) return <Skeleton label="회원 정보를 불러오는 중입니다." shape="card" count={2} />;
  if (data !== undefined) return <Member member={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <Missing />;
  return <LoadFailure error={error} onRetry={() => void refetch()} />;
};

const AdminMemberPage = () => (
  <AdminPage>
    <FoundMember />
  </AdminPage>
);

export default AdminMemberPage;
