import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { notificationEndpoints } from '../contract/notifications.ts';
import { useResend } from './message-delivery.tsx';
import { MessageTable } from './message-table.tsx';

/** The latest messages about a question and what became of them, without the number of attempts; nothing while none are known. */
export const QuestionMessages = ({ questionId }: { questionId: number }) => {
  const query = { question: String(questionId) };
  const { data = [] } = useApiQuery(notificationEndpoints.listNotifications, { query });
  const { resendButton, report } = useResend();
  if (data.length === 0) return null;
  return (
    <>
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      <MessageTable caption="이 문의의 메시지" messages={data} resendButton={resendButton} />
    </>
  );
};
