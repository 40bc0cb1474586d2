import { formatMonth, weekdayOf } from '#platform/contract/seoul-time.ts';
import type { CalendarLabels } from '#platform/web/ui/calendar/calendar.tsx';

export const calendarLabels: CalendarLabels = {
  nameMonth: formatMonth,
  nameWeekday: weekdayOf,
  previousMonth: '이전 달로 이동',
  nextMonth: '다음 달로 이동',
};
