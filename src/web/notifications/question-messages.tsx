import { notificationEndpoints } from '#contract/notifications.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Table } from '#web/ui/table.tsx';
import { useNotificationColumns } from './use-notification-columns.tsx';

/** The messages about a question and what became of them; nothing while there are none. */
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
