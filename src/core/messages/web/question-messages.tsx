import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Table } from '#platform/web/ui/table.tsx';
import { notificationEndpoints } from '../contract/notifications.ts';
import { useNotificationColumns } from './message-delivery.tsx';

/** The latest messages about a question and what became of them, without the number of attempts; nothing while none are known. */
export const QuestionMessages = ({ questionId }: { questionId: number }) => {
  const query = { question: String(questionId) };
  const { data = [] } = useApiQuery(notificationEndpoints.listNotifications, { query });
  const { columns, report } = useNotificationColumns();
  if (data.length === 0) return null;
  return (
    <>
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      <Table
        caption="이 문의의 메시지"
        columns={columns.filter(({ key }) => key !== 'attempts')}
        rows={data}
      />
    </>
  );
};
