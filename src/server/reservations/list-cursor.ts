import { isCalendarDate } from '#contract/seoul-time.ts';
import { isSlot, type Slot } from '#contract/slots.ts';
import { idCursor } from '#server/http/pagination.ts';

export interface ListPosition {
  readonly date: string;
  readonly slot: Slot;
  readonly id: number;
}

/** Encodes a position by meeting as `2026-11-24.09-10.17`. */
export const listCursor = {
  read: (cursor: string): ListPosition | null => {
    const [date = '', slot = '', idText = '', ...rest] = cursor.split('.');
    const id = idCursor.read(idText);
    if (!isSlot(slot) || id === null || !isCalendarDate(date) || rest.length > 0) return null;
    return { date, slot, id };
  },
  write: ({ date, slot, id }: ListPosition): string => [date, slot, id].join('.'),
};
