import { refuse } from '#contract/errors.ts';
import type { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { isBookableDate, isPastSlot } from '#contract/bookable-dates.ts';
import { freeSlot } from '#server/db/free-slot.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import { addEvent, byAdmin } from './add-event.ts';
import { asSeen, changeBooking, readBooking, updateBooking } from './change-booking.ts';
import { isTaken, takeSlot } from './claim-slot.ts';
import type { ReservationRow } from './present-reservation.ts';
import { findRecipient, tellOwner } from './tell-owner.ts';

type MoveReservationInput = BodyOf<typeof adminReservationEndpoints.moveAnyReservation>;

/** An admin moves a booking at any time to a free slot, and whoever booked is told. */
export const moveAnyReservation = async (
  deps: Deps,
  id: number,
  { date, time: slot, reason, seen: shown }: MoveReservationInput,
  change: Change,
): Promise<void> => {
  const { now } = change;
  const isThere = (booking: ReservationRow): boolean =>
    booking.state === 'BOOKED' && booking.date === date && booking.slot === slot;
  const current = await readBooking(deps.db, id);
  if (isThere(current)) return;
  const seen = asSeen(current, shown);
  if (seen.state !== 'BOOKED') throw refuse('NOT_BOOKED');
  if (!isBookableDate(date, now)) throw refuse('DATE_UNAVAILABLE');
  if (isPastSlot(date, slot, now)) throw refuse('SLOT_PAST');
  const recipient = await changeBooking(deps.db, seen, isThere, async (tx) => {
    // Checked before its own slot is freed: two that swap would deadlock.
    if (await isTaken(tx, { date, slot })) throw refuse('SLOT_TAKEN');
    // At every statement's end a claim must match its booking's date and slot.
    await freeSlot(tx, id, now);
    await updateBooking(tx, id, { date, slot });
    if (!(await takeSlot(tx, { date, slot }, id, now, 'STUDIO'))) throw refuse('SLOT_TAKEN');
    await addEvent(tx, seen, { ...byAdmin(change), action: 'MOVED', reason });
    await recordAudit(tx, change, {
      action: 'MOVE_RESERVATION',
      target: `reservation:${id}`,
      before: { date: seen.date, slot: seen.slot },
      after: { date, slot },
    });
    return findRecipient(tx, id);
  });
  if (recipient !== null) tellOwner(deps, recipient, seen, { kind: 'MOVED', to: { date, slot } });
};
