import { NameSearchPage } from '#core/auth/web/name-search-page.tsx';
import { useApiPages } from '#platform/web/client/api/paged-queries.ts';
import { PagedList } from '#platform/web/client/paged-list.tsx';
import { RecordList } from '#platform/web/client/record-list.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { customerEndpoints } from '../../contract/customers.ts';
import { toCustomerRecord } from './customer-record.tsx';

const FoundCustomers = ({ name }: { name: string | null }) => {
  const pages = useApiPages(customerEndpoints.customers, { name: name ?? undefined });
  return (
    <PagedList
      pages={pages}
      skeleton={<Skeleton label="고객 목록을 불러오는 중입니다." shape="row" count={8} />}
      empty={<EmptyState title={name === null ? '아직 고객이 없습니다.' : '검색 결과가 없습니다.'} />}
    >
      {(customers) => <RecordList label="고객" records={customers.map(toCustomerRecord)} />}
    </PagedList>
  );
};

/** Members, and those who book by phone. */
const CustomersPage = () => (
  <NameSearchPage title="고객">{(name) => <FoundCustomers name={name} />}</NameSearchPage>
);

export default CustomersPage;
