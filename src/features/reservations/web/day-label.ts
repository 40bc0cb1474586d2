import { formatDate } from '#platform/contract/seoul-time.ts';
import type { CalendarDay } from '#platform/web/ui/calendar/calendar.tsx';

/** The availability of a day. */
export interface DayAvailability {
  /** The name of the public holiday. */
  readonly holiday: string | null;
  /** How many times are free. */
  readonly freeCount: number;
  /** The studio does not work on this day. */
  readonly isClosed: boolean;
}

/** Shown below the number of a day without free times. */
export const markOf = ({ freeCount, isClosed }: DayAvailability): string | undefined => {
  if (freeCount > 0) return undefined;
  return isClosed ? '휴무' : '마감';
};

/**
 * The accessible name of a day: `24, 2026년 11월 24일 화요일, 오늘, 예약 가능 3개`. It starts with the visible number, followed by the
 * full date and the state that colour and shape show.
 */
export const formatDayLabel = (
  { date, isToday, isSelected, isDisabled }: CalendarDay,
  availability?: DayAvailability,
): string =>
  [
    String(Number(date.slice(8))),
    availability && markOf(availability),
    formatDate(date),
    availability?.holiday,
    isToday && '오늘',
    isSelected && '선택됨',
    isDisabled ? '예약할 수 없음' : availability && `예약 가능 ${availability.freeCount}개`,
  ]
    .filter(Boolean)
    .join(', ');
