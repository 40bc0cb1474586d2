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
import { isOfCaller } from '../release-reservations.ts';
import { reservations } from '../tables.ts';

type Correction = BodyOf<typeof adminReservationEndpoints.correctPhoneReservation>;

/**
 * Corrects a phone reservation. A new phone number drops the unsent messages to the old one and, before the meeting, gets a
 * confirmation. Throws NOT_FOUND for a member's reservation and after the customer's data was deleted.
 */
export const correctPhoneReservation = (
  db: Db,
  id: number,
  correction: Correction,
  change: AuditContext,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { now } = change;
    const { phoneNumber: guestPhone = null, ...facts } = correction;
    const [before] = await tx
      .select()
      .from(reservations)
      .where(and(eq(reservations.id, id), isOfCaller))
      .for('update');
    if (before === undefined) throw appError('NOT_FOUND');
    const after = { ...facts, guestPhone };
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
      (name) => after[name] !== before[name],
    );
    if (changed.length === 0) return;
    await refuseUnknownCategory(tx.update(reservations).set(after).where(eq(reservations.id, id)));
    if (guestPhone !== before.guestPhone) {
      await recordEvent(tx, before, { ...adminActor(change), action: 'CORRECTED', reason: '' });
      if (before.state === 'BOOKED' && !isPastSlot(before.date, before.slot, now))
        await queueMessagesOfStudio(tx, { ...before, ...after }, { action: 'BOOKED', now });
    }
    await recordAudit(tx, change, {
      action: 'CORRECT_GUEST_RESERVATION',
      target: `reservation:${id}`,
      // Without the values, which are personal data.
      after: { changed },
    });
  });
