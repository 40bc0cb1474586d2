import { formatDateWithoutWeekday, weekdayOf } from '#platform/contract/seoul-time.ts';
import type { CalendarDay } from '#platform/web/ui/calendar/calendar.tsx';

/** The availability of a day. */
export interface DayAvailability {
  /** The name of the public holiday. */
  readonly holiday: string | null;
  /** How many times are free. */
  readonly freeCount: number;
  /** The studio offers no time on this day, or has blocked all of them. */
  readonly isClosed: boolean;
}

/** Shown below the number of a day without free times. */
export const markOf = ({ freeCount, isClosed }: DayAvailability): string | undefined => {
  if (freeCount > 0) return undefined;
  return isClosed ? '휴무' : '마감';
};

/** Names a day, each part of its date once: `24, 화요일, 2026년 11월`. The visible text comes first, for voice control. */
export const nameDay = (date: string, mark?: string): string => {
  const [year, month] = formatDateWithoutWeekday(date).split(' ');
  return [String(Number(date.slice(8))), mark, `${weekdayOf(date)}요일`, `${year} ${month}`]
    .filter(Boolean)
    .join(', ');
};

/** The accessible name of a day with the state that colour and shape show: `24, 화요일, 2026년 11월, 오늘, 예약 가능 3개`. */
export const formatDayLabel = (
  { date, isToday, isSelected, isDisabled }: CalendarDay,
  availability?: DayAvailability,
): string =>
  [
    nameDay(date, availability && markOf(availability)),
    availability?.holiday,
    isToday && '오늘',
    isSelected && '선택됨',
    isDisabled ? '예약할 수 없음' : availability && `예약 가능 ${availability.freeCount}개`,
  ]
    .filter(Boolean)
    .join(', ');
