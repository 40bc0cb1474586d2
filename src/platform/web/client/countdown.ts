import { daysBetween, seoulDate } from '../../contract/seoul-time.ts';

/** The countdown to a meeting, by Seoul's calendar; null once the date is past. */
export const formatCountdown = (date: string, now: Date) => {
  const days = daysBetween(seoulDate(now), date);
  if (days < 0) return null;
  return days === 0
    ? { isToday: true, text: '오늘 미팅이 있습니다' }
    : { isToday: false, text: `${days}일 남았습니다` };
};
