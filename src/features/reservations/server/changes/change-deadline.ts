import { getTableColumns, sql } from 'drizzle-orm';
import { readSection, sectionColumn } from '#core/content/server/read-sections.ts';
import type { Deps } from '#platform/server/deps.ts';
import { changeDeadline } from '../../contract/bookable-dates.ts';
import { reservationSections } from '../../contract/sections.ts';
import { reservations, type SlotOfDay } from '../tables.ts';

export interface ChangePolicy {
  readonly now: Date;
  /** Changes are allowed until this many hours before the meeting. */
  readonly changeHours: number;
}

/** A reservation, with the booking rule in force: members change it until `changeHours` hours before the meeting. */
export const changeableColumns = {
  ...getTableColumns(reservations),
  changeHours: sql<number>`(${sectionColumn(reservationSections.booking)} ->> 'changeHours')::int`,
};

export const readChangePolicy = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<ChangePolicy> => {
  const { changeHours } = await readSection(db, reservationSections.booking);
  return { now: clock.now(), changeHours };
};

export const isPastChangeDeadline = (
  { date, slot }: SlotOfDay,
  { now, changeHours }: ChangePolicy,
): boolean => now >= changeDeadline(date, slot, changeHours);

/** Returns the deadline for the member to cancel or move a reservation; null when it has passed or the reservation is not BOOKED. */
export const findChangeDeadline = (
  reservation: SlotOfDay & Pick<typeof reservations.$inferSelect, 'state'>,
  policy: ChangePolicy,
): Date | null =>
  reservation.state === 'BOOKED' && !isPastChangeDeadline(reservation, policy)
    ? changeDeadline(reservation.date, reservation.slot, policy.changeHours)
    : null;
