import { isCalendarDate } from '#contract/seoul-time.ts';
import { slots } from '#contract/slots.ts';
import type { Slot } from '#contract/slots.ts';

/** The place of a booking in a list that is newest first by date, slot and id. */
export interface ListPlace {
  readonly date: string;
  readonly slot: Slot;
  readonly id: number;
}

/** `2026-11-24.09-10.17` */
export const writeListCursor = ({ date, slot, id }: ListPlace): string => [date, slot, id].join('.');

/** The place that a cursor names; null for what is none. */
export const readListCursor = (cursor: string): ListPlace | null => {
  const [date = '', slotText, idText = '', ...rest] = cursor.split('.');
  const slot = slots.find((known) => known === slotText);
  const id = /^[1-9][0-9]*$/.test(idText) ? Number(idText) : Number.NaN;
  const isPlace = isCalendarDate(date) && Number.isSafeInteger(id) && rest.length === 0;
  return isPlace && slot !== undefined ? { date, slot, id } : null;
};
