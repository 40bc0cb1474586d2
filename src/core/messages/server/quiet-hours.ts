import { slotInstant } from '#core/content/contract/bookable-dates.ts';
import { messageHours } from '#core/content/contract/message-settings.ts';
import { slotStart, type Slot } from '#core/content/contract/slots.ts';
import { MINUTE_MS } from '#platform/contract/durations.ts';
import { addDays, seoulDate, seoulInstant, seoulMinutes } from '#platform/contract/seoul-time.ts';

export interface Meeting {
  readonly date: string;
  readonly slot: Slot;
}

/** A meeting that begins before this minute of the morning cannot wait for the end of the night. */
const EARLY_MEETING = 10 * 60;

export const atMinute = (date: string, minutes: number): Date =>
  new Date(seoulInstant(date, 0).getTime() + minutes * MINUTE_MS);

export const meetingStart = ({ date, slot }: Meeting): Date => slotInstant(date, slot);

/** Whether only replies may be sent. */
export const isQuiet = (now: Date): boolean => {
  const minute = seoulMinutes(now);
  return minute < messageHours.from || minute >= messageHours.until;
};

/** The same moment by day; the next morning at night. */
const afterQuietHours = (now: Date): Date => {
  if (!isQuiet(now)) return now;
  const today = seoulDate(now);
  return atMinute(seoulMinutes(now) < messageHours.from ? today : addDays(today, 1), messageHours.from);
};

/** When a due message is sent: at once if it may be sent at night, else by day. */
export const sendTime = (dueAt: Date, sendsAtNight: boolean): Date =>
  sendsAtNight ? dueAt : afterQuietHours(dueAt);

/** Whether a meeting begins so early after the coming or current night that its messages cannot wait. */
export const isBeforeEarlyMeeting = (meeting: Meeting, now: Date): boolean =>
  slotStart(meeting.slot) < EARLY_MEETING &&
  meetingStart(meeting).getTime() - now.getTime() <
    (24 * 60 - messageHours.until + EARLY_MEETING) * MINUTE_MS;
