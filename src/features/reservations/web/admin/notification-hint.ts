import type { Studio } from '#core/content/contract/studio.ts';
import type { ReservationDetail } from '../../contract/admin-reservations.ts';

const MOBILE = /^010[0-9]{8}$/;

export const isMobile = (phoneNumber: string | null): boolean => MOBILE.test(phoneNumber ?? '');

/** Says whether the customer can get an SMS: only mobile numbers can, and only from a site that sends any. */
export const formatNotificationHint = (
  { phoneNumber, memberName }: ReservationDetail,
  { codeDelivery }: Pick<Studio, 'codeDelivery'>,
): string => {
  if (codeDelivery === 'NONE')
    return '문자 발송이 설정되지 않아 안내 문자를 보내지 않습니다. 직접 알려 주세요.';
  if (phoneNumber === null) return '전화번호가 없어 안내 문자를 보내지 않습니다. 직접 알려 주세요.';
  if (!isMobile(phoneNumber)) return '휴대폰 번호가 아니어서 안내 문자를 보내지 않습니다. 직접 알려 주세요.';
  return `${memberName} 님께 안내 문자를 보냅니다.`;
};
