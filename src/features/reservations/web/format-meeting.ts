import { formatDate, formatNearDate, formatTime } from '#platform/contract/seoul-time.ts';
import { formatSlot, slotStart } from '../contract/slots.ts';
import type { MeetingTime } from './describe-slots.ts';

/** `2026년 11월 24일(화) 09:00 - 10:00` */
export const formatMeeting = ({ date, time }: MeetingTime): string =>
  `${formatDate(date)} ${formatSlot(time)}`;

/** `11월 27일(금) 오후 3시`, or `2027년 1월 5일(화) 오후 3시` when that is not the year of `today`. */
export const formatMeetingStart = ({ date, time }: MeetingTime, today: string): string =>
  `${formatNearDate(date, today)} ${formatTime(slotStart(time))}`;
