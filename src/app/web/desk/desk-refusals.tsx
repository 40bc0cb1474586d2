import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { describeRefusal } from '#core/messages/contract/refusal-reasons.ts';
import { formatNearDateTime } from '#platform/contract/seoul-time.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { Desk } from '../../contract/desk.ts';

/** What the SMS provider refused or did not answer, why, and what to do. */
export const DeskRefusals = ({ refusals }: Pick<Desk, 'refusals'>) => {
  const now = useNow();
  const at = (nextAt: string): string => formatNearDateTime(new Date(nextAt), now);
  if (refusals === null) return null;
  const { retries, lookups, failedCodes, resultCode } = refusals;
  const { reason, action } = describeRefusal(resultCode);
  const refused = [
    retries !== null && `메시지 ${retries.messages}건`,
    failedCodes > 0 && `인증번호 ${failedCodes}건`,
  ].filter(Boolean);
  const what = refused.length > 0 ? `${refused.join('과 ')}을 아직` : '문자를';
  const isRefused = refused.length > 0 || resultCode !== null;
  const sentences = [
    lookups !== null && `결과 확인 중 ${lookups.messages}건, ${at(lookups.nextAt)}에 다시 조회합니다.`,
    isRefused
      ? `${what} 보내지 못했습니다. 이유: ${reason}. ${action}`
      : describeRefusal('NO_RESPONSE').action,
    retries !== null && `메시지는 ${at(retries.nextAt)}에 다시 시도합니다.`,
    failedCodes > 0 && '인증번호는 고객이 다시 요청해야 합니다.',
  ].filter(Boolean);
  const onlyCodesFailed = retries === null && lookups === null && failedCodes > 0;
  return (
    <Notice tone="warning">
      {sentences.join(' ')}{' '}
      {!onlyCodesFailed && <Link to={paths.adminUnsentMessages()}>보내지 못한 메시지</Link>}
    </Notice>
  );
};
