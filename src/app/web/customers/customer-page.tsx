import { MessageSquare, Phone } from 'lucide-react';
import { useParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { NoteForm } from '#core/notes/web/note-form.tsx';
import { adminMemberEndpoints } from '#features/members/contract/admin-members.ts';
import { AdminQuestions } from '#features/questions/web/admin/admin-questions.tsx';
import { isMobile } from '#features/reservations/web/admin/notification-hint.ts';
import { formatDate, seoulDate } from '#platform/contract/seoul-time.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { FoundRecord } from '#platform/web/client/found-record.tsx';
import { Badge } from '#platform/web/ui/badge.tsx';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { DescriptionList } from '#platform/web/ui/description-list.tsx';
import { PhoneNumber } from '#platform/web/ui/phone-number.tsx';
import { customerEndpoints, type Customer } from '../../contract/customers.ts';
import { CustomerTimeline } from './customer-timeline.tsx';
import { DeleteMember } from './delete-member.tsx';
import { MergedCallers, SameNumber } from './same-customer.tsx';

const list = { to: paths.adminCustomers(), label: '고객 목록' };

/** Calls the customer or writes to them, in the phone's own apps. */
const ContactLinks = ({ phoneNumber }: { phoneNumber: string }) => (
  <div className="row-2 wrap">
    <a href={`tel:${phoneNumber}`} className={buttonClass({ variant: 'secondary' })}>
      <Phone size={18} aria-hidden="true" />
      전화하기
    </a>
    {isMobile(phoneNumber) && (
      <a href={`sms:${phoneNumber}`} className={buttonClass({ variant: 'secondary' })}>
        <MessageSquare size={18} aria-hidden="true" />
        문자 보내기
      </a>
    )}
  </div>
);

const ShownCustomer = ({ customer }: { customer: Customer }) => {
  const { id, name, phoneNumber, account, reservations, noShows, questions } = customer;
  return (
    <>
      <AdminHead title={name} back={list}>
        <Badge tone="plain">{account === null ? '전화 예약' : '회원'}</Badge>
      </AdminHead>
      {phoneNumber !== null && <ContactLinks phoneNumber={phoneNumber} />}
      <DescriptionList
        facts={[
          ['전화번호', phoneNumber === null ? '' : <PhoneNumber key="phone" digits={phoneNumber} />],
          ['아이디', account?.loginId ?? ''],
          ['가입일', account === null ? '' : formatDate(seoulDate(new Date(account.joinedAt)))],
          ['예약', `${reservations}건`],
          ['노쇼', noShows === 0 ? '' : `${noShows}회`],
          ['문의', questions === 0 ? '' : `${questions}건`],
        ]}
      />
      <SameNumber customer={customer} />
      <MergedCallers customer={customer} />
      {account !== null && (
        <NoteForm
          note={account.note}
          onSave={(body) =>
            browserApi.call(adminMemberEndpoints.saveMemberNote, { params: { memberId: id }, body })
          }
        />
      )}
      <CustomerTimeline customerId={id} />
      {questions > 0 && (
        <section className="stack-4 fit" aria-labelledby="customer-questions">
          <h2 id="customer-questions" className="subtitle">
            문의
          </h2>
          <AdminQuestions filters={{ member: id }} empty={<p className="note">문의가 없습니다.</p>} />
        </section>
      )}
      {account !== null && <DeleteMember id={id} name={name} loginId={account.loginId} />}
    </>
  );
};

const FoundCustomer = () => {
  const { id = '' } = useParams();
  const query = useApiQuery(customerEndpoints.customer, { params: { customerId: id } });
  return (
    <FoundRecord
      query={query}
      loading="고객 정보를 불러오는 중입니다."
      missing="고객을 찾을 수 없습니다."
      list={list}
    >
      {(customer) => <ShownCustomer key={id} customer={customer} />}
    </FoundRecord>
  );
};

const CustomerPage = () => (
  <AdminPage isNarrow>
    <FoundCustomer />
  </AdminPage>
);

export default CustomerPage;
