import { linkToQuestion } from '#features/questions/web/admin/link-to-question.ts';
import { toDatedRecord } from '#features/reservations/web/admin/reservation-records.tsx';
import { formatDate, seoulDate } from '#platform/contract/seoul-time.ts';
import { RecordList } from '#platform/web/client/record-list.tsx';
import { useNow } from '#platform/web/client/use-now.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import type { SearchResults } from '../../contract/search.ts';
import { toCustomerRecord } from '../customers/customer-record.tsx';

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
        ...results.questions.map(({ id, title, memberName, createdAt, answered }) => ({
          id: `question ${id}`,
          heading: '문의',
          to: linkToQuestion({ id, title }),
          title,
          meta: [memberName, formatDate(seoulDate(new Date(createdAt)))],
          badge: <Badge tone={answered ? 'done' : 'waiting'}>{answered ? '답변 완료' : '답변 대기'}</Badge>,
        })),
      ]}
    />
  );
};
