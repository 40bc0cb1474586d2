import { messageHours } from '#core/messages/contract/message-settings.ts';
import { MINUTE_MS } from '#platform/contract/durations.ts';
import { formatDateWithoutYear, formatTime } from '#platform/contract/seoul-time.ts';
import { slotInstant } from '../../contract/bookable-dates.ts';
import { slotStart } from '../../contract/slots.ts';
import type { SlotOfDay } from '../tables.ts';

/** Messages about a meeting that begins before this minute after midnight cannot wait for the end of the night before it. */
const EARLY_MEETING = 10 * 60;

/** `12월 1일(화) 오전 9시` */
export const formatMeetingStart = ({ date, slot }: SlotOfDay): string =>
  `${formatDateWithoutYear(date)} ${formatTime(slotStart(slot))}`;

/** Whether a meeting begins so early in the day, and so soon, that its messages cannot wait for the end of a night. */
export const isBeforeEarlyMeeting = (meeting: SlotOfDay, now: Date): boolean =>
  slotStart(meeting.slot) < EARLY_MEETING &&
  slotInstant(meeting.date, meeting.slot).getTime() - now.getTime() <
    (24 * 60 - messageHours.until + EARLY_MEETING) * MINUTE_MS;
