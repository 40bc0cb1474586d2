import { notificationEndpoints } from '#contract/notifications.ts';
import type { Notification } from '#contract/notifications.ts';
import { formatTimestamp } from '#contract/seoul-time.ts';
import { messageKinds } from '#contract/text/message-kinds.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { askConfirm } from '#web/shell/alert.tsx';
import { useAction } from '#web/shell/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/table.tsx';

const { listNotifications, resendNotification } = notificationEndpoints;

const tones = {
  QUEUED: 'waiting',
  SENT: 'plain',
  DELIVERED: 'done',
  SIMULATED: 'plain',
  FAILED: 'blocked',
  UNKNOWN: 'plain',
  SUPERSEDED: 'plain',
} as const;

const isToStudio = ({ kind }: Notification): boolean =>
  kind === 'QUESTION_ASKED' || kind === 'NEW_RESERVATION' || kind.startsWith('ADMIN_');

const formatRecipient = (notification: Notification): string =>
  notification.memberName ?? (isToStudio(notification) ? '스튜디오' : '탈퇴회원');

const channels = { SMS: '문자', ALIMTALK: '알림톡', EMAIL: '이메일' } as const;

/** What became of a message, such as `알림톡 전달 14:02`. */
export const describeDelivery = (notification: Notification): string => {
  const { state, channel, isReplaced, resultCode, reservationId, settledAt } = notification;
  const name = channel === null ? '' : `${channels[channel]} `;
  const time = settledAt === null ? '' : ` ${formatTimestamp(new Date(settledAt)).slice(-5)}`;
  switch (state) {
    case 'SENT':
      return `${name}발송${time}`;
    case 'DELIVERED':
      return isReplaced ? `문자로 대체${time}` : `${name}전달${time}`;
    case 'FAILED':
      if (resultCode === 'NO_NUMBER') return '실패: 번호 없음, 전화하세요';
      return resultCode === null ? '실패: 전화하세요' : `실패 (${resultCode}): 전화하세요`;
    case 'QUEUED':
      return '발송 예정';
    case 'SIMULATED':
      return '보내지 않음 (시험)';
    case 'UNKNOWN':
      return '확인 필요';
    case 'SUPERSEDED':
      return reservationId === null ? '보내지 않음 (시행일이 지났거나 취소됨)' : '보내지 않음 (예약이 바뀜)';
  }
};

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
    { key: 'kind', header: '내용', cell: ({ kind }) => messageKinds[kind], isShort: true },
    {
      key: 'state',
      header: '상태',
      cell: (notification) => (
        <Badge tone={tones[notification.state]}>{describeDelivery(notification)}</Badge>
      ),
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
