import { isCalendarDate } from '#contract/seoul-time.ts';
import { slots } from '#contract/slots.ts';
import type { Slot } from '#contract/slots.ts';
import { byId } from '#server/http/paging.ts';

export interface ListPlace {
  readonly date: string;
  readonly slot: Slot;
  readonly id: number;
}

/** `2026-11-24.09-10.17` */
export const writeListCursor = ({ date, slot, id }: ListPlace): string => [date, slot, id].join('.');

export const readListCursor = (cursor: string): ListPlace | null => {
  const [date = '', slotText, idText = '', ...rest] = cursor.split('.');
  const slot = slots.find((known) => known === slotText);
  const id = byId.read(idText);
  if (slot === undefined || id === null || !isCalendarDate(date) || rest.length > 0) return null;
  return { date, slot, id };
};

export interface AgePlace {
  /** Microseconds since 1970. */
  readonly bookedAt: string;
  readonly id: number;
}

/** `1795222800000000.17` */
export const writeAgeCursor = ({ bookedAt, id }: AgePlace): string => `${bookedAt}.${id}`;

export const readAgeCursor = (cursor: string): AgePlace | null => {
  const [, bookedAt, idText = ''] = /^([0-9]{1,16})\.([0-9]+)$/.exec(cursor) ?? [];
  const id = byId.read(idText);
  return bookedAt === undefined || id === null ? null : { bookedAt, id };
};
