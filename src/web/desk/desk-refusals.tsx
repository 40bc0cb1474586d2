import { Link } from 'react-router';
import type { Desk } from '#contract/admin/desk.ts';
import { formatDateTime } from '#contract/seoul-time.ts';
import { describeRefusal } from '#contract/text/refusal-reasons.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';

/** What the SMS provider did not accept, why, and what to do. */
export const DeskRefusals = ({ refusals }: Pick<Desk, 'refusals'>) => {
  if (refusals === null) return null;
  const { messages, failedCodes, resultCode, nextAt } = refusals;
  const { reason, action } = describeRefusal(resultCode);
  const refused = [
    ...(messages > 0 ? [`메시지 ${messages}건`] : []),
    ...(failedCodes > 0 ? [`인증번호 ${failedCodes}건`] : []),
  ];
  return (
    <Notice tone="warning">
      {refused.length > 0 ? `${refused.join('과 ')}을 아직` : '문자를'} 보내지 못했습니다. 이유: {reason}.{' '}
      {action}
      {nextAt !== null && ` 메시지는 ${formatDateTime(new Date(nextAt))}에 다시 시도합니다.`}
      {failedCodes > 0 && ' 인증번호는 손님이 다시 요청해야 합니다.'}{' '}
      {(messages > 0 || failedCodes === 0) && (
        <Link to={paths.adminUnsentMessages()}>보내지 못한 메시지</Link>
      )}
    </Notice>
  );
};
