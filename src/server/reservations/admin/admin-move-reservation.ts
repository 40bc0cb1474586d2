import { appError } from '#contract/errors.ts';
import type { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { isBookableDate, isPastSlot } from '#contract/bookable-dates.ts';
import { releaseSlot } from '#server/reservations/slots/release-slot.ts';
import type { Deps } from '#server/deps.ts';
import { queueMessagesOfStudio } from '#server/notifications/queue-reservation-messages.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import { recordEvent, adminActor } from '#server/reservations/history/record-event.ts';
import {
  expectedRow,
  updateWithExpectedState,
  readReservation,
  updateReservation,
} from '#server/reservations/changes/update-with-expected-state.ts';
import { assertSlotOffered } from '#server/reservations/hours/hours.ts';
import { isTaken, claimSlot } from '#server/reservations/slots/claim.ts';
import type { ReservationRow } from '#server/reservations/present-reservation.ts';

type MoveReservationInput = BodyOf<typeof adminReservationEndpoints.adminMoveReservation>;

/** Moves a reservation to a free slot on behalf of an admin, at any time, and notifies the customer. */
export const adminMoveReservation = async (
  deps: Deps,
  id: number,
  { date, time: slot, reason, seen: shown }: MoveReservationInput,
  change: AuditContext,
): Promise<void> => {
  const { now } = change;
  const isThere = (booking: ReservationRow): boolean =>
    booking.state === 'BOOKED' && booking.date === date && booking.slot === slot;
  const current = await readReservation(deps.db, id);
  if (isThere(current)) return;
  const seen = expectedRow(current, shown);
  if (seen.state !== 'BOOKED') throw appError('NOT_BOOKED');
  await assertSlotOffered(deps.db, date, slot);
  if (!isBookableDate(date, now)) throw appError('DATE_UNAVAILABLE');
  if (isPastSlot(date, slot, now)) throw appError('SLOT_PAST');
  await updateWithExpectedState(deps.db, seen, isThere, async (tx) => {
    // Checked before its own slot is released: two reservations that swap slots would deadlock.
    if (await isTaken(tx, { date, slot })) throw appError('SLOT_TAKEN');
    // A claim must match its reservation's date and slot at the end of every statement.
    await releaseSlot(tx, id, now);
    await updateReservation(tx, id, { date, slot });
    await claimSlot(tx, { date, slot }, id, now, 'STUDIO');
    await recordEvent(tx, seen, { ...adminActor(change), action: 'MOVED', reason });
    await recordAudit(tx, change, {
      action: 'MOVE_RESERVATION',
      target: `reservation:${id}`,
      before: { date: seen.date, slot: seen.slot },
      after: { date, slot },
    });
    await queueMessagesOfStudio(tx, { ...seen, date, slot }, 'MOVED', now);
  });
};
