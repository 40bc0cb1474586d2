import type { ReservationAction } from '#contract/reservations.ts';
import type { Tx } from '#server/db/database.ts';
import { reservationEvents } from '#server/db/schema.ts';
import type { AuditContext } from '#server/http/audit-log.ts';
import type { ReservationRow } from '#server/reservations/present-reservation.ts';

interface EventDetails {
  readonly actor: 'MEMBER' | 'ADMIN';
  readonly actorId: string | null;
  readonly action: ReservationAction;
  readonly reason: string;
  readonly occurredAt: Date;
}

export const adminActor = ({ member, now }: AuditContext) =>
  ({ actor: 'ADMIN', actorId: member.id, occurredAt: now }) as const;

/** Appends an event to the reservation's history, with its date and slot before the change. */
export const recordEvent = async (
  tx: Tx,
  { id, date, slot }: Pick<ReservationRow, 'id' | 'date' | 'slot'>,
  doing: EventDetails,
): Promise<void> => {
  await tx.insert(reservationEvents).values({ reservationId: id, date, slot, ...doing });
};
