import type { Tx } from '#server/db/database.ts';
import { reservationEvents } from '#server/db/schema.ts';
import { dropReservationMessages } from '#server/notifications/queue-notification.ts';
import type { AuditContext } from '#server/http/admin-logs.ts';
import type { ReservationRow } from '#server/reservations/present-reservation.ts';

type EventDetails = Omit<typeof reservationEvents.$inferInsert, 'reservationId' | 'date' | 'slot'>;

export const adminActor = ({ member, now }: AuditContext) =>
  ({ actor: 'ADMIN', actorId: member.id, occurredAt: now }) as const;

/** Appends an event to the reservation's history, with its date and slot before the change, and drops the messages about it. */
export const recordEvent = async (
  tx: Tx,
  { id, date, slot }: Pick<ReservationRow, 'id' | 'date' | 'slot'>,
  doing: EventDetails,
): Promise<void> => {
  await Promise.all([
    tx.insert(reservationEvents).values({ reservationId: id, date, slot, ...doing }),
    dropReservationMessages(tx, id),
  ]);
};
