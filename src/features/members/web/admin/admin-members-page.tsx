import { NameSearchPage } from '#core/auth/web/name-search-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { formatDateWithoutWeekday, seoulDate } from '#platform/contract/seoul-time.ts';
import { useApiPages } from '#platform/web/client/api/paged-queries.ts';
import { PagedList } from '#platform/web/client/paged-list.tsx';
import { RecordList, type ListedRecord } from '#platform/web/client/record-list.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { PhoneNumber } from '#platform/web/ui/phone-number.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { adminMemberEndpoints, type MemberSummary } from '../../contract/admin-members.ts';

const toRecord = (member: MemberSummary): ListedRecord => ({
  id: member.id,
  to: paths.adminCustomer(member.id),
  title: member.name,
  meta: [
    member.loginId,
    member.phoneNumber !== '' && <PhoneNumber key="phone" digits={member.phoneNumber} />,
    `예약 ${member.reservations}건 · 문의 ${member.questions}건`,
  ],
  aside: `${formatDateWithoutWeekday(seoulDate(new Date(member.joinedAt)))} 가입`,
});

const FoundMembers = ({ name }: { name: string | null }) => {
  const isSearch = name !== null;
  const pages = useApiPages(
    adminMemberEndpoints.memberSummaries,
    { name: name ?? undefined },
    { failed: isSearch ? '검색 중 오류가 발생했습니다.' : undefined },
  );
  return (
    <PagedList
      pages={pages}
      skeleton={<Skeleton label="회원 목록을 불러오는 중입니다." shape="row" count={8} />}
      empty={<EmptyState title={isSearch ? '검색 결과가 없습니다.' : '가입된 회원이 없습니다.'} />}
    >
      {(members) => (
        <>
          <p className="note tabular" role="status">
            {pages.hasNextPage ? `${members.length}명 이상` : `${members.length}명`}
          </p>
          <RecordList label={isSearch ? '검색한 회원' : '모든 회원'} records={members.map(toRecord)} />
        </>
      )}
    </PagedList>
  );
};

const AdminMembersPage = () => (
  <NameSearchPage title="회원 관리">{(name) => <FoundMembers name={name} />}</NameSearchPage>
);

export default AdminMembersPage;
