import { MINUTE_MS } from '#platform/contract/durations.ts';
import { addDays, seoulDate, seoulInstant, seoulMinutes } from '#platform/contract/seoul-time.ts';
import { messageHours } from '../contract/message-settings.ts';

export const atMinute = (date: string, minutes: number): Date =>
  new Date(seoulInstant(date, 0).getTime() + minutes * MINUTE_MS);

/** Whether only messages with `sendsAtNight` may be sent. */
export const isQuiet = (now: Date): boolean => {
  const minute = seoulMinutes(now);
  return minute < messageHours.from || minute >= messageHours.until;
};

/** When a due message is sent: at once by day or if it may be sent at night, else when the night ends. */
export const sendTime = (dueAt: Date, sendsAtNight: boolean): Date => {
  if (sendsAtNight || !isQuiet(dueAt)) return dueAt;
  const today = seoulDate(dueAt);
  return atMinute(seoulMinutes(dueAt) < messageHours.from ? today : addDays(today, 1), messageHours.from);
};
