import { and, asc, eq } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { StudioChange } from '#contract/reservations.ts';
import type { Db } from '#server/db/database.ts';
import { reservationEvents, reservations } from '#server/db/schema.ts';
import { findPictureIds } from '#server/private-files/link-pictures.ts';
import type { ReservationRow } from '#server/reservations/present-reservation.ts';

type Action = typeof reservationEvents.$inferSelect.action;

const isShown = (action: Action): action is StudioChange['action'] =>
  action === 'MOVED' || action === 'CANCELLED' || action === 'REOPENED';

/** Finds a member's reservation and what the studio changed in it. Throws NOT_FOUND for those of others. */
export const findOwnReservation = async (
  db: Db,
  memberId: string,
  id: number,
): Promise<{ booking: ReservationRow; studioChanges: StudioChange[]; pictureIds: string[] }> => {
  const [booking] = await db
    .select()
    .from(reservations)
    .where(and(eq(reservations.id, id), eq(reservations.memberId, memberId)));
  if (booking === undefined) throw appError('NOT_FOUND');
  const events = await db
    .select()
    .from(reservationEvents)
    .where(eq(reservationEvents.reservationId, id))
    .orderBy(asc(reservationEvents.id));
  const studioChanges = events.flatMap(({ actor, action, occurredAt, date, slot }, index) => {
    if (actor !== 'ADMIN' || !isShown(action)) return [];
    // An event has the meeting before it; the meeting after it is that of the next event.
    const after = events[index + 1] ?? booking;
    return {
      action,
      at: occurredAt.toISOString(),
      before: { date, time: slot },
      after: { date: after.date, time: after.slot },
    };
  });
  return { booking, studioChanges, pictureIds: await findPictureIds(db, id) };
};
