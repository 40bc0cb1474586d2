import * as z from 'zod/mini';
import { calendarDate } from '#platform/contract/seoul-time.ts';
import { DAY_MINUTES, SLOT_MESSAGE, SLOT_STEP_MINUTES, overlaps, slot, sortSlots } from './slots.ts';

/** Names of the weekdays, in the order of ISO: Monday is the first. */
export const weekdayNames = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const offeredSlots = z.array(slot, SLOT_MESSAGE).check(
  z.maxLength(DAY_MINUTES / SLOT_STEP_MINUTES),
  z.overwrite(sortSlots),
  z.refine(
    (values) => values.every((value, index) => index === 0 || !overlaps(values[index - 1] ?? '', value)),
    '서로 겹치는 시간이 있습니다.',
  ),
);

/** The slots of each weekday, from a date on (`YYYY-MM-DD`). A weekday without slots is closed. */
export const meetingHours = z.object({
  effectiveFrom: calendarDate,
  monday: offeredSlots,
  tuesday: offeredSlots,
  wednesday: offeredSlots,
  thursday: offeredSlots,
  friday: offeredSlots,
  saturday: offeredSlots,
  sunday: offeredSlots,
});
export type MeetingHours = z.output<typeof meetingHours>;
