import { formatDate } from '#contract/seoul-time.ts';
import type { CalendarDay } from '#web/ui/calendar.tsx';

/** `24일 화요일, 2026년 11월, 오늘`: begins with what is seen. */
export const labelDay = ({ date, isToday, isSelected, isDisabled }: CalendarDay): string => {
  const [year, month, day, weekday] = formatDate(date).split(' ');
  const states = [isToday && '오늘', isSelected && '선택함', isDisabled && '예약할 수 없음'];
  return [`${day} ${weekday}`, `${year} ${month}`, ...states].filter(Boolean).join(', ');
};
