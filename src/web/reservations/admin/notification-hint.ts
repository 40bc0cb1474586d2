import type { ReservationDetail } from '#contract/admin-reservations.ts';

const MOBILE = /^010[0-9]{8}$/;

/** Says whether the customer will get an SMS: only mobile numbers do. */
export const formatNotificationHint = ({ phoneNumber, memberName }: ReservationDetail): string => {
  if (phoneNumber === null) return '전화번호가 없어 안내 문자를 보내지 않습니다. 직접 알려 주세요.';
  if (!MOBILE.test(phoneNumber))
    return '휴대폰 번호가 아니어서 안내 문자를 보내지 않습니다. 직접 알려 주세요.';
  return `${memberName} 님께 안내 문자를 보냅니다.`;
};
