import { toDatedRecord } from '#features/reservations/web/admin/reservation-records.tsx';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import { RecordList } from '#platform/web/client/record-list.tsx';
import { useNow } from '#platform/web/client/use-now.ts';
import type { SearchResults } from '../../contract/search.ts';
import { toCustomerRecord } from '../customers/customer-record.tsx';
import { toQuestionRecord } from '../desk/question-record.tsx';

export const SearchResultList = ({ results }: { results: SearchResults }) => {
  const today = seoulDate(useNow());
  return (
    <RecordList
      label="검색 결과"
      replaces
      records={[
        ...results.reservations.map((reservation) => ({
          ...toDatedRecord(reservation, today),
          heading: '예약',
        })),
        ...results.customers.map((customer) => ({ ...toCustomerRecord(customer), heading: '고객' })),
        ...results.questions.map((question) => ({ ...toQuestionRecord(question), heading: '문의' })),
      ]}
    />
  );
};
