import { and, eq, getTableColumns } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { Db } from '#server/db/database.ts';
import { reservations } from '#server/db/schema.ts';
import { sectionColumn } from '#server/studio/read-sections.ts';
import { changeHoursColumn, isPastChangeDeadline } from './change-deadline.ts';
import type { ChangeableReservation } from '#server/reservations/present-reservation.ts';
import type { SectionBody } from '#contract/settings/sections.ts';

export interface OwnReservationId {
  readonly memberId: string;
  readonly id: number;
}

interface LockedReservation {
  readonly booking: ChangeableReservation;
  /** Which messages the studio sends. */
  readonly messages: SectionBody<'messages'>;
}

/** Locks a member's reservation. Throws NOT_FOUND when it is another member's. */
export const lockOwnReservation = async (
  tx: Pick<Db, 'select'>,
  { memberId, id }: OwnReservationId,
): Promise<LockedReservation> => {
  const [found] = await tx
    .select({
      booking: { ...getTableColumns(reservations), changeHours: changeHoursColumn },
      messages: sectionColumn('messages'),
    })
    .from(reservations)
    .where(and(eq(reservations.id, id), eq(reservations.memberId, memberId)))
    .for('update');
  if (found === undefined) throw appError('NOT_FOUND');
  return found;
};

export const assertChangeable = (booking: ChangeableReservation, now: Date): void => {
  if (booking.state !== 'BOOKED') throw appError('NOT_BOOKED');
  if (isPastChangeDeadline(booking, { now, changeHours: booking.changeHours }))
    throw appError('CHANGE_TOO_LATE');
};
