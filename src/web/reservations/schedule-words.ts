import type { ScheduleDay } from '#contract/schedule.ts';
import { formatDate } from '#contract/seoul-time.ts';

export type ScheduleSlot = ScheduleDay['slots'][number];
export type SlotState = ScheduleSlot['state'];

export const slotStates = ['BOOKED', 'BLOCKED', 'HELD', 'FREE'] as const;

export const slotStateLabels: Readonly<Record<SlotState, string>> = {
  BOOKED: '예약됨',
  BLOCKED: '차단됨',
  HELD: '예약 진행 중',
  FREE: '예약 가능',
};

/** `예약됨 2, 차단됨 1, 예약 가능 2` */
export const countStates = ({ slots }: Pick<ScheduleDay, 'slots'>): string =>
  slotStates
    .map((state) => [slotStateLabels[state], slots.filter((slot) => slot.state === state).length] as const)
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${label} ${count}`)
    .join(', ');

interface DayMarks {
  readonly isToday: boolean;
  readonly isSelected: boolean;
}

/** A day of the month to those who do not see its marks. It begins with the number that stands there. */
export const describeDay = (
  date: string,
  day: ScheduleDay | undefined,
  { isToday, isSelected }: DayMarks,
): string =>
  [
    String(Number(date.slice(8))),
    formatDate(date),
    day?.holiday,
    isToday && '오늘',
    isSelected && '선택됨',
    day !== undefined && countStates(day),
  ]
    .filter(Boolean)
    .join(', ');

/** `11월 24일 화요일` */
export const formatShortDate = (date: string): string => formatDate(date).replace(/^\d+년 /, '');
