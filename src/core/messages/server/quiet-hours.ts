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

/** The same moment by day; at night the next morning. */
const afterQuietHours = (now: Date): Date => {
  if (!isQuiet(now)) return now;
  const today = seoulDate(now);
  return atMinute(seoulMinutes(now) < messageHours.from ? today : addDays(today, 1), messageHours.from);
};

/** When a due message is sent: at once if it may be sent at night, else by day. */
export const sendTime = (dueAt: Date, sendsAtNight: boolean): Date =>
  sendsAtNight ? dueAt : afterQuietHours(dueAt);
