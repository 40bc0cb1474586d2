import type { Studio } from '#core/content/contract/studio.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';

type CodeDelivery = Studio['codeDelivery'];

const NO_PROVIDER = '문자 발송이 설정되지 않아 회원에게 알리지 않습니다.';

/** Says who is told of a new version of a legal document. */
export const describeAnnouncement = (members: number, codeDelivery: CodeDelivery): string => {
  if (codeDelivery === 'NONE') return `${NO_PROVIDER} 시행일까지 모든 화면 위에 안내합니다.`;
  return members === 0
    ? '회원에게 문자로 알리지 않습니다. 시행일까지 모든 화면 위에 안내합니다.'
    : `회원 ${formatNumber(members)}명에게 알립니다. 시행일까지 모든 화면 위에도 안내합니다.`;
};

/** Asks whether to withdraw a version of a legal document, and says who is told of the withdrawal. */
export const describeWithdrawal = (codeDelivery: CodeDelivery): string =>
  codeDelivery === 'NONE'
    ? `시행을 취소할까요?\n${NO_PROVIDER} 되돌릴 수 없습니다.`
    : '시행을 취소할까요?\n안내를 받은 회원에게 취소를 알리며, 되돌릴 수 없습니다.';
