import { isCalendarDate } from '#contract/seoul-time.ts';
import { isSlot, type Slot } from '#contract/slots.ts';
import { idCursor } from '#server/http/pagination.ts';

export interface ListCursor {
  readonly date: string;
  readonly slot: Slot;
  readonly id: number;
}

/** Encodes a position as `2026-11-24.09-10.17`. */
export const writeListCursor = ({ date, slot, id }: ListCursor): string => [date, slot, id].join('.');

export const readListCursor = (cursor: string): ListCursor | null => {
  const [date = '', slot = '', idText = '', ...rest] = cursor.split('.');
  const id = idCursor.read(idText);
  if (!isSlot(slot) || id === null || !isCalendarDate(date) || rest.length > 0) return null;
  return { date, slot, id };
};

export interface CreatedAtCursor {
  /** Microseconds since 1970. */
  readonly createdAt: string;
  readonly id: number;
}

/** Encodes a position as `1795222800000000.17`. */
export const writeCreatedAtCursor = ({ createdAt, id }: CreatedAtCursor): string => `${createdAt}.${id}`;

export const readCreatedAtCursor = (cursor: string): CreatedAtCursor | null => {
  const [, bookedAt, idText = ''] = /^([0-9]{1,16})\.([0-9]+)$/.exec(cursor) ?? [];
  const id = idCursor.read(idText);
  return bookedAt === undefined || id === null ? null : { createdAt: bookedAt, id };
};
