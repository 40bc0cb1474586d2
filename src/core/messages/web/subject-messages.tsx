import { useApiPages } from '#platform/web/client/api/paged-queries.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { PagedList } from '#platform/web/client/paged-list.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { Table } from '#platform/web/ui/table.tsx';
import { notificationEndpoints } from '../contract/notifications.ts';
import { useNotificationColumns } from './use-notification-columns.tsx';

/** The columns of the message log for one reservation or question. They leave out the number of attempts. */
const useSubjectColumns = () => {
  const { columns, report } = useNotificationColumns();
  return { columns: columns.filter(({ key }) => key !== 'attempts'), report };
};

/** The latest messages about a question and what became of them; nothing while none are known. */
export const QuestionMessages = ({ questionId }: { questionId: number }) => {
  const query = { question: String(questionId) };
  const { data = [] } = useApiQuery(notificationEndpoints.listNotifications, { query });
  const { columns, report } = useSubjectColumns();
  if (data.length === 0) return null;
  return (
    <>
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      <Table caption="이 문의의 메시지" columns={columns} rows={data} />
    </>
  );
};

const MOBILE = /^010\d{8}$/;

interface ReservationMessagesProps {
  readonly reservationId: number;
  /** The customer's phone number. */
  readonly phoneNumber: string | null;
}

/** The messages about a reservation and what became of them. */
export const ReservationMessages = ({ reservationId, phoneNumber }: ReservationMessagesProps) => {
  const pages = useApiPages(
    notificationEndpoints.listNotifications,
    { reservation: String(reservationId) },
    { failed: '메시지 기록을 불러오지 못했습니다.' },
  );
  const { columns, report } = useSubjectColumns();
  return (
    <>
      {(phoneNumber === null || !MOBILE.test(phoneNumber)) && (
        <p className="note">휴대폰 번호가 없어 고객에게 문자를 보내지 않습니다. 전화로 알려 주세요.</p>
      )}
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      <PagedList
        pages={pages}
        skeleton={<Skeleton label="메시지 기록을 불러오는 중입니다." shape="row" count={1} />}
        empty={<p className="note">보낸 메시지가 없습니다.</p>}
      >
        {(rows) => <Table caption="이 예약의 메시지" columns={columns} rows={rows} />}
      </PagedList>
    </>
  );
};
