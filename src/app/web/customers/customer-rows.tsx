import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { PhoneLink } from '#platform/web/ui/phone-number.tsx';
import { Table, type Column } from '#platform/web/ui/table.tsx';
import type { CustomerSummary } from '../../contract/customers.ts';
import rowLink from '#platform/web/ui/row-link.module.css';

const columns: readonly Column<CustomerSummary>[] = [
  {
    key: 'name',
    header: '이름',
    cell: ({ id, name }) => (
      <Link to={paths.adminCustomer(id)} className={rowLink.link}>
        {name}
      </Link>
    ),
    isRowHeader: true,
  },
  {
    key: 'phone',
    header: '휴대폰 번호',
    cell: ({ phoneNumber }) =>
      phoneNumber === null ? (
        '–'
      ) : (
        <span className={rowLink.above}>
          <PhoneLink digits={phoneNumber} />
        </span>
      ),
    isShort: true,
  },
  { key: 'kind', header: '구분', cell: ({ isMember }) => (isMember ? '회원' : '전화 예약'), isShort: true },
  { key: 'used', header: '예약', cell: ({ reservations }) => `예약 ${reservations}건`, isShort: true },
];

export const CustomerRows = ({ customers }: { customers: readonly CustomerSummary[] }) => (
  <Table caption="고객" columns={columns} rows={customers} />
);
