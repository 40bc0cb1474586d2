import * as z from 'zod/mini';

/** A meeting window of one day in Seoul: `09-10`, or `10:30-11:10` unless it starts and ends on the hour. */
export type Slot = string;

/** The slots of a new studio. The endpoint `booked-times` also lists those of them that a day does not offer. */
export const defaultSlots = ['09-10', '12-13', '15-16', '18-19', '21-22'] as const;

/** Slots start and end at multiples of this. */
export const SLOT_STEP_MINUTES = 10;
export const DAY_MINUTES = 1_440;

const readMinutes = (clock = ''): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Minutes from midnight in Seoul. */
export const slotStart = (value: Slot): number => readMinutes(value.split('-')[0]);
export const slotEnd = (value: Slot): number => readMinutes(value.split('-')[1]);

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `09:30` */
export const formatMinutes = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;

/** Writes a window, given in minutes from midnight, in its only valid form. */
export const toSlot = (start: number, end: number): Slot =>
  start % 60 === 0 && end % 60 === 0
    ? `${twoDigits(start / 60)}-${twoDigits(end / 60)}`
    : `${formatMinutes(start)}-${formatMinutes(end)}`;

/** Whether a text is a slot in its only valid form. */
export const isSlot = (value: string): boolean => {
  const [start, end] = [slotStart(value), slotEnd(value)];
  return (
    start < end &&
    end <= DAY_MINUTES &&
    start % SLOT_STEP_MINUTES === 0 &&
    end % SLOT_STEP_MINUTES === 0 &&
    toSlot(start, end) === value
  );
};

export const SLOT_MESSAGE = '회의 시간을 선택해 주세요.';
export const slot = z.string(SLOT_MESSAGE).check(z.refine(isSlot, SLOT_MESSAGE));

export const overlaps = (one: Slot, other: Slot): boolean =>
  slotStart(one) < slotEnd(other) && slotStart(other) < slotEnd(one);

/** Returns each slot once, sorted by start. */
export const sortSlots = (values: readonly Slot[]): Slot[] =>
  [...new Set(values)].toSorted((one, other) => slotStart(one) - slotStart(other));

/** `09:00 - 10:00` */
export const formatSlot = (value: Slot): string =>
  `${formatMinutes(slotStart(value))} - ${formatMinutes(slotEnd(value))}`;
