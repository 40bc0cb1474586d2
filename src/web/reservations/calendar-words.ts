import type { CalendarWords } from '#web/ui/calendar.tsx';

export const calendarWords: CalendarWords = {
  locale: 'ko-KR',
  previousMonth: '이전 달로 이동',
  nextMonth: '다음 달로 이동',
};
