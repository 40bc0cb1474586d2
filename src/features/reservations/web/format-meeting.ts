import {
  formatDate,
  formatDay,
  formatShortDate,
  formatTime,
  seoulDate,
  weekdayOf,
} from '#platform/contract/seoul-time.ts';
import { formatSlot } from '../contract/slots.ts';
import type { MeetingTime } from './describe-slots.ts';

/** `2026년 11월 24일 화요일 09:00 - 10:00` */
export const formatMeeting = ({ date, time }: MeetingTime): string =>
  `${formatDate(date)} ${formatSlot(time)}`;

/** `11.27(금) 15:00` */
export const formatShortMeeting = ({ date, time }: MeetingTime): string =>
  `${formatShortDate(date)} ${formatSlot(time).slice(0, 5)}`;

/** `11월 27일(금) 15:00` */
export const formatMeetingWithoutYear = ({ date, time }: MeetingTime): string =>
  `${formatDay(date).replace(/^\d+년 /, '')}(${weekdayOf(date)}) ${formatSlot(time).slice(0, 5)}`;

/** `2026년 11월 23일 월요일 오전 9:00` */
export const formatDeadline = (iso: string): string => {
  const moment = new Date(iso);
  return `${formatDate(seoulDate(moment))} ${formatTime(moment)}`;
};
