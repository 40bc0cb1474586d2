import { notificationEndpoints } from '#contract/notifications.ts';
import type { Notification } from '#contract/notifications.ts';
import { formatTimestamp } from '#contract/seoul-time.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { askConfirm } from '#web/shell/alert.tsx';
import { useAction } from '#web/shell/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/table.tsx';

const { listNotifications, resendNotification } = notificationEndpoints;

const states = {
  QUEUED: { tone: 'waiting', label: '발송 예정' },
  SENT: { tone: 'done', label: '발송 완료' },
  SIMULATED: { tone: 'plain', label: '보내지 않음 (시험)' },
  FAILED: { tone: 'blocked', label: '실패' },
  UNKNOWN: { tone: 'plain', label: '확인 필요' },
  SUPERSEDED: { tone: 'plain', label: '보내지 않음 (예약이 바뀜)' },
} as const;

const kinds: Readonly<Record<Notification['kind'], string>> = {
  QUESTION_ANSWERED: '답변 등록',
  QUESTION_ASKED: '새 문의',
  RESERVATION_BOOKED: '예약 확정',
  RESERVATION_MOVED: '예약 변경',
  RESERVATION_CANCELLED: '예약 취소',
  RESERVATION_REOPENED: '예약 다시 확정',
  REMINDER_DAY_BEFORE: '전날 알림',
  REMINDER_HOURS_BEFORE: '당일 알림',
  NEW_RESERVATION: '새 예약',
};

const isToStudio = ({ kind }: Notification): boolean =>
  kind === 'QUESTION_ASKED' || kind === 'NEW_RESERVATION';

const formatRecipient = (notification: Notification): string =>
  notification.memberName ?? (isToStudio(notification) ? '스튜디오' : '탈퇴회원');

const formatAttempts = ({ state, attempts }: Notification): string =>
  `${state === 'SIMULATED' ? 0 : attempts}회`;

export const invalidateNotifications = (): Promise<void> => invalidateQueries(listNotifications);

/** The columns of a table of messages, whose last one sends a message again, and the report of the last attempt. */
export const useNotificationColumns = () => {
  const { run, report } = useAction(invalidateNotifications);

  const resend = async ({ id, state }: Notification): Promise<void> => {
    const message = '이미 도착한 문자일 수 있습니다.\n그래도 다시 보낼까요?';
    if (state === 'UNKNOWN' && !(await askConfirm({ message, confirmLabel: '다시 보내기' }))) return;
    await run(async () => {
      await browserApi.call(resendNotification, { params: { id } });
      return '곧 다시 발송합니다.';
    });
  };

  const columns: readonly Column<Notification>[] = [
    {
      key: 'createdAt',
      header: '등록 일시',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestamp(new Date(createdAt))}</time>,
      isShort: true,
    },
    { key: 'to', header: '받는 사람', cell: formatRecipient, isRowHeader: true },
    { key: 'kind', header: '내용', cell: ({ kind }) => kinds[kind], isShort: true },
    {
      key: 'state',
      header: '상태',
      cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
      isShort: true,
    },
    { key: 'attempts', header: '발송 횟수', cell: formatAttempts, isShort: true },
    {
      key: 'resend',
      header: '처리',
      cell: (notification) =>
        notification.state === 'FAILED' || notification.state === 'UNKNOWN' ? (
          <Button variant="secondary" size="small" onClick={() => void resend(notification)}>
            다시 보내기
          </Button>
        ) : (
          '–'
        ),
      isShort: true,
    },
  ];
  return { columns, report };
};
