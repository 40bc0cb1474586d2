import { and, eq } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { refuseUnknownCategory } from '#core/content/server/categories.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import type { adminReservationEndpoints } from '../../contract/admin-reservations.ts';
import { isPastSlot } from '../../contract/bookable-dates.ts';
import { adminActor, recordEvent } from '../changes/change-own-reservation.ts';
import { queueMessagesOfStudio } from '../messages/queue-reservation-messages.ts';
import type { ReservationRow } from '../present-reservation.ts';
import { isOfCaller } from '../release-reservations.ts';
import { reservations } from '../tables.ts';

type Correction = BodyOf<typeof adminReservationEndpoints.correctPhoneReservation>;

const columnsOf = ({ phoneNumber, ...facts }: Omit<Correction, 'seen'>) => ({
  ...facts,
  guestPhone: phoneNumber ?? null,
});
type Columns = ReturnType<typeof columnsOf>;

const namesOfChanges = (before: Pick<ReservationRow, keyof Columns>, after: Columns) =>
  (Object.keys(after) as (keyof Columns)[]).filter((name) => after[name] !== before[name]);

/**
 * Corrects a phone reservation. A new phone number drops the unsent messages to the old one and, before the meeting, is told of the
 * booking or its cancellation. Throws CHANGED_MEANWHILE, and NOT_FOUND for a member's reservation or when the customer's data was
 * deleted.
 */
export const correctPhoneReservation = (
  db: Db,
  id: number,
  correction: Correction,
  change: AuditContext,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { now } = change;
    const { seen, ...corrected } = correction;
    const [before] = await tx
      .select()
      .from(reservations)
      .where(and(eq(reservations.id, id), isOfCaller))
      .for('update');
    if (before === undefined) throw appError('NOT_FOUND');
    const after = columnsOf(corrected);
    const changed = namesOfChanges(before, after);
    if (changed.length === 0) return;
    if (seen !== undefined && namesOfChanges(before, columnsOf(seen)).length > 0)
      throw appError('CHANGED_MEANWHILE');
    await refuseUnknownCategory(tx.update(reservations).set(after).where(eq(reservations.id, id)));
    if (after.guestPhone !== before.guestPhone) {
      await recordEvent(tx, before, { ...adminActor(change), action: 'CORRECTED', reason: '' });
      const { state } = before;
      if ((state === 'BOOKED' || state === 'CANCELLED') && !isPastSlot(before.date, before.slot, now))
        await queueMessagesOfStudio(tx, { ...before, ...after }, { action: state, now });
    }
    await recordAudit(tx, change, {
      action: 'CORRECT_GUEST_RESERVATION',
      target: `reservation:${id}`,
      // Without the values, which are personal data.
      after: { changed },
    });
  });
