import { formatDate } from '#contract/seoul-time.ts';
import { formatSlot } from '#contract/slots.ts';
import type { MeetingTime } from './describe-slots.ts';

/** `2026년 11월 24일 화요일 09:00 - 10:00` */
export const formatMeeting = ({ date, time }: MeetingTime): string =>
  `${formatDate(date)} ${formatSlot(time)}`;

const momentFormat = new Intl.DateTimeFormat('ko-KR', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Seoul',
});

/** `2026년 11월 23일 월요일 오전 9:00` */
export const formatMoment = (iso: string): string => momentFormat.format(new Date(iso));
