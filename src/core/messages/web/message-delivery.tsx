import { askConfirm } from '#platform/web/client/alert.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { notificationEndpoints, type Notification } from '../contract/notifications.ts';
import { describeRefusal } from '../contract/refusal-reasons.ts';
import { describeDelivery, isRefused } from './describe-delivery.ts';

const tones = {
  QUEUED: 'waiting',
  SENT: 'plain',
  DELIVERED: 'done',
  SIMULATED: 'plain',
  FAILED: 'blocked',
  UNKNOWN: 'plain',
  SUPERSEDED: 'plain',
} as const;

export const formatRecipient = ({ memberName, isToStudio }: Notification): string =>
  memberName ?? (isToStudio ? '스튜디오' : '탈퇴한 회원');

export const DeliveryState = ({ notification }: { notification: Notification }) => (
  <div>
    <Badge tone={isRefused(notification) ? 'blocked' : tones[notification.state]}>
      {describeDelivery(notification)}
    </Badge>
    {isRefused(notification) && <p className="note">{describeRefusal(notification.resultCode).action}</p>}
  </div>
);

/** `resendButton`: a button that queues a message again, or null for one that cannot be. `report`: of the latest attempt to do so. */
export const useResend = () => {
  const { send, report } = useAction();

  const resend = async ({ id, state }: Notification): Promise<void> => {
    const message = '이미 도착한 문자일 수 있습니다.\n그래도 다시 보낼까요?';
    if (state === 'UNKNOWN' && !(await askConfirm({ message, confirmLabel: '다시 보내기' }))) return;
    await send(notificationEndpoints.resendNotification, { params: { id } }, () => '곧 다시 발송합니다.');
  };

  const resendButton = (notification: Notification) =>
    notification.state === 'FAILED' || notification.state === 'UNKNOWN' ? (
      <Button variant="secondary" size="small" onClick={() => void resend(notification)}>
        다시 보내기
      </Button>
    ) : null;
  return { resendButton, report };
};
