import { paths } from '#core/content/web/paths.ts';
import type { ListedRecord } from '#platform/web/client/record-list.tsx';
import { PhoneNumber } from '#platform/web/ui/phone-number.tsx';
import type { CustomerSummary } from '../../contract/customers.ts';

/** A customer as a row that leads to their page. */
export const toCustomerRecord = ({
  id,
  name,
  phoneNumber,
  isMember,
  reservations,
}: CustomerSummary): ListedRecord => ({
  id,
  to: paths.adminCustomer(id),
  title: name,
  meta: [
    phoneNumber !== null && <PhoneNumber key="phone" digits={phoneNumber} />,
    isMember ? '회원' : '전화 예약',
    `예약 ${reservations}건`,
  ],
});
