import { formatDate } from '#contract/seoul-time.ts';
import type { CalendarDay } from '#web/ui/calendar.tsx';

/** `24, 2026년 11월 24일 화요일, 오늘`: the number that is seen, as a word of its own, then the whole date. */
export const labelDay = ({ date, isToday, isSelected, isDisabled }: CalendarDay): string =>
  [
    String(Number(date.slice(8))),
    formatDate(date),
    isToday && '오늘',
    isSelected && '선택함',
    isDisabled && '예약할 수 없음',
  ]
    .filter(Boolean)
    .join(', ');
