import * as z from 'zod/mini';

/** The five meeting slots of a day as start and end hour in Seoul. */
export const slots = ['09-10', '12-13', '15-16', '18-19', '21-22'] as const;
export type Slot = (typeof slots)[number];

export const SLOT_MESSAGE = '회의 시간을 선택해 주세요.';
export const slot = z.enum(slots, SLOT_MESSAGE);

export const slotStartHour = (value: Slot): number => Number(value.slice(0, 2));

/** `09:00 - 10:00` */
export const formatSlot = (value: Slot): string => `${value.slice(0, 2)}:00 - ${value.slice(3)}:00`;
