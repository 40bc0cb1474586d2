import * as z from 'zod/mini';
import { calendarDate } from '#platform/contract/seoul-time.ts';
import { DAY_MINUTES, SLOT_MESSAGE, SLOT_STEP_MINUTES, overlaps, slot, sortSlots } from './slots.ts';

const offeredSlots = z.array(slot, SLOT_MESSAGE).check(
  z.maxLength(DAY_MINUTES / SLOT_STEP_MINUTES),
  z.overwrite(sortSlots),
  z.refine(
    (values) => values.every((value, index) => index === 0 || !overlaps(values[index - 1] ?? '', value)),
    '서로 겹치는 시간이 있습니다.',
  ),
);

/** In the order of ISO: Monday is the first. */
const weekdays = {
  monday: offeredSlots,
  tuesday: offeredSlots,
  wednesday: offeredSlots,
  thursday: offeredSlots,
  friday: offeredSlots,
  saturday: offeredSlots,
  sunday: offeredSlots,
};
export const weekdayNames = Object.keys(weekdays) as (keyof typeof weekdays)[];

/** The slots of each weekday, from a date on (`YYYY-MM-DD`). A weekday without slots is closed. */
export const meetingHours = z.object({ effectiveFrom: calendarDate, ...weekdays });
export type MeetingHours = z.output<typeof meetingHours>;
