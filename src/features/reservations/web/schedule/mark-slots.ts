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

const isBlockable = ({ slot }: WeekSlot): boolean =>
  !slot.isPast && (slot.state === 'FREE' || slot.state === 'HELD');

/**
 * The slots that a drag changes. For a reservation: the slot under the pointer, if it is free. Else the slots to block: those between the
 * dates and the times of the first slot and of the one under the pointer. None over the first slot, so that the drag can be given up.
 */
export const markSlots = (slots: readonly WeekSlot[], from: WeekSlot, to: WeekSlot): WeekSlot[] => {
  if (from.id === to.id) return [];
  if (canMove(from)) return [to].filter(isFree);
  return slots
    .filter(isBlockable)
    .filter(({ date }) => isBetween(date, from.date, to.date))
    .filter(({ slot: { time } }) => isBetween(time, from.slot.time, to.slot.time));
};
