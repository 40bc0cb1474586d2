import { useSearchParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { useApiPages } from '#platform/web/client/api/paged-queries.ts';
import { SearchForm } from '#platform/web/client/forms/search-form.tsx';
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
const CustomersPage = () => {
  const [query, setQuery] = useSearchParams();
  const name = query.get('name');
  return (
    <AdminPage>
      <AdminHead title="고객" />
      <SearchForm
        label="이름"
        keyword={name}
        onSearch={(next) => setQuery({ name: next })}
        onClear={name === null ? null : () => setQuery({})}
      />
      <FoundCustomers name={name} />
    </AdminPage>
  );
};

export default CustomersPage;
