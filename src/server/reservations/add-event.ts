import type { ReservationAction } from '#contract/reservations.ts';
import type { Db } from '#server/db/connection.ts';
import { reservationEvents } from '#server/db/schema.ts';
import type { Change } from '#server/http/record-audit.ts';
import type { ReservationRow } from './present-reservation.ts';

interface Doing {
  readonly actor: 'MEMBER' | 'ADMIN';
  readonly actorId: string | null;
  readonly action: ReservationAction;
  readonly reason: string;
  readonly at: Date;
}

export const byAdmin = ({ member, now }: Change) =>
  ({ actor: 'ADMIN', actorId: member.id, at: now }) as const;

/** Adds to the booking's history; `booking` is its state before the change. */
export const addEvent = async (
  tx: Pick<Db, 'insert'>,
  { id, date, slot }: Pick<ReservationRow, 'id' | 'date' | 'slot'>,
  doing: Doing,
): Promise<void> => {
  await tx.insert(reservationEvents).values({ reservationId: id, date, slot, ...doing });
};
