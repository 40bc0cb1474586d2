import { messageHours, minutesOf, type MessageSettings } from '#contract/settings/message-settings.ts';
import { addDays } from '#contract/seoul-time.ts';
import { slotStart } from '#contract/slots.ts';
import { atMinute, startOf, type Meeting } from './quiet-hours.ts';

/** The last minute of the evening at which reminders are sent. */
const EVENING = 20 * 60 + 30;

interface Reminder {
  readonly kind: 'REMINDER_DAY_BEFORE' | 'REMINDER_HOURS_BEFORE';
  readonly dueAt: Date;
  /** Not sent from then on. */
  readonly until: Date;
}

/** When the reminder of the same day is due; null when it falls into the night and the day before has one. */
const findSameDay = (
  meeting: Meeting,
  hours: number,
  hasDayBefore: boolean,
): Omit<Reminder, 'kind'> | null => {
  const { date, slot } = meeting;
  const minute = slotStart(slot) - hours * 60;
  const until = startOf(meeting);
  if (minute >= messageHours.until) return { dueAt: atMinute(date, EVENING), until };
  if (minute >= messageHours.from) return { dueAt: atMinute(date, minute), until };
  if (hasDayBefore) return null;
  const evening = addDays(date, -1);
  return { dueAt: atMinute(evening, EVENING), until: atMinute(evening, messageHours.until) };
};

/** The reminders of a meeting that was booked or moved at `since`. None is due before that. */
export const findReminders = (meeting: Meeting, since: Date, settings: MessageSettings): Reminder[] => {
  const evening = addDays(meeting.date, -1);
  const dayBefore: Reminder = {
    kind: 'REMINDER_DAY_BEFORE',
    dueAt: atMinute(evening, minutesOf(settings.dayBeforeAt)),
    until: atMinute(evening, messageHours.until),
  };
  const hasDayBefore = settings.remindsDayBefore && since <= dayBefore.dueAt;
  const sameDay = settings.remindsHoursBefore
    ? findSameDay(meeting, settings.hoursBefore, hasDayBefore)
    : null;
  return [
    ...(hasDayBefore ? [dayBefore] : []),
    ...(sameDay === null ? [] : [{ kind: 'REMINDER_HOURS_BEFORE' as const, ...sameDay }]),
  ].filter(({ dueAt }) => since <= dueAt);
};
