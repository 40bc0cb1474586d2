import type { ScheduleDay } from '../../contract/schedule.ts';
import type { ScheduleSlot } from './schedule-labels.ts';

/** A slot of a week. */
export interface WeekSlot {
  /** Date and time, such as `2026-12-03 09-10`. */
  readonly id: string;
  readonly date: string;
  readonly slot: ScheduleSlot;
}

export const listWeekSlots = (days: readonly ScheduleDay[]): WeekSlot[] =>
  days.flatMap(({ date, slots }) => slots.map((slot) => ({ id: `${date} ${slot.time}`, date, slot })));

export const canMove = ({ slot: { isPast, reservation } }: WeekSlot): boolean =>
  !isPast && reservation?.state === 'BOOKED';

export const isFree = ({ slot }: WeekSlot): boolean => slot.state === 'FREE' && !slot.isPast;

const isBetween = (value: string, one: string, other: string): boolean =>
  one < other ? one <= value && value <= other : other <= value && value <= one;

/**
 * The slots that a drag changes: where a dragged reservation goes, or the free slots to block, which are those of the dates and times
 * between the dragged one and the one under the pointer.
 */
export const markSlots = (slots: readonly WeekSlot[], from: WeekSlot, to: WeekSlot): WeekSlot[] => {
  if (canMove(from)) return [to].filter(isFree);
  return slots
    .filter(isFree)
    .filter(({ date }) => isBetween(date, from.date, to.date))
    .filter(({ slot: { time } }) => isBetween(time, from.slot.time, to.slot.time));
};
