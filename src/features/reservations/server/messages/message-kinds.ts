import type { MessageKinds } from '#core/messages/server/message-kind.ts';

const DEFAULTS = { 미팅: '사전 미팅' };
const REMINDER = {
  text: '#{일시} #{미팅}이 예약되어 있습니다.',
  defaults: DEFAULTS,
  alimtalk: 'reminder',
  namesContact: true,
} as const;

export const reservationMessageKinds = {
  RESERVATION_BOOKED: {
    label: '예약 확정',
    text: '#{일시} #{미팅} 예약이 확정되었습니다.',
    defaults: DEFAULTS,
    alimtalk: 'booked',
    namesContact: true,
  },
  RESERVATION_MOVED: {
    label: '예약 변경',
    text: '#{이전일시} 예약이 #{일시}(으)로 변경되었습니다.',
    alimtalk: 'moved',
    namesContact: true,
  },
  RESERVATION_CANCELLED: {
    label: '예약 취소',
    text: '#{일시} 예약이 취소되었습니다.',
    alimtalk: 'cancelled',
    namesContact: true,
  },
  RESERVATION_REOPENED: {
    label: '예약 복구',
    text: '#{일시} 예약이 다시 확정되었습니다.',
    alimtalk: 'booked',
    namesContact: true,
  },
  REMINDER_DAY_BEFORE: { label: '전날 알림', ...REMINDER },
  REMINDER_HOURS_BEFORE: { label: '당일 알림', ...REMINDER },
  NEW_RESERVATION: { label: '새 예약', text: '새 예약: #{일시} #{카테고리}#{상세}', defaults: { 상세: '' } },
} as const satisfies MessageKinds;
