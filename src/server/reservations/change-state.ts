import { refuse } from '#contract/errors.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import type { ReservationAction, ReservationState } from '#contract/reservations.ts';
import { isPastSlot } from '#contract/bookable-dates.ts';
import { freeSlot } from '#server/db/free-slot.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import { addEvent, byAdmin } from './add-event.ts';
import { asSeen, changeBooking, readBooking, updateBooking } from './change-booking.ts';
import { takeSlot } from './claim-slot.ts';
import type { ReservationRow } from './present-reservation.ts';
import { findRecipient, tellOwner } from './tell-owner.ts';

type ChangeStateInput = BodyOf<typeof adminReservationEndpoints.changeReservationState>;

const actions: Readonly<Record<ReservationState, ReservationAction>> = {
  BOOKED: 'REOPENED',
  COMPLETED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
  NO_SHOW: 'NO_SHOW',
};

/**
 * The history's action for a change of state; null when there is none. Past bookings can be cancelled, and every state
 * set back to 예약됨.
 */
const judgeState = (
  { state, date, slot }: Pick<ReservationRow, 'state' | 'date' | 'slot'>,
  next: ReservationState,
  now: Date,
): ReservationAction | null => {
  if (state === next) return null;
  if (next === 'CANCELLED' && state !== 'BOOKED') throw refuse('NOT_BOOKED');
  if (state === 'CANCELLED' && next !== 'BOOKED') throw refuse('NOT_BOOKED');
  const isOutcome = next === 'COMPLETED' || next === 'NO_SHOW';
  if (isOutcome && !isPastSlot(date, slot, now)) throw refuse('TOO_EARLY');
  return actions[next];
};

/** An admin sets a booking's state. Cancelling frees its slot, reopening claims it again; both are sent to whoever booked, if still to come. */
export const changeState = async (
  deps: Deps,
  id: number,
  { state, reason, seen: shown }: ChangeStateInput,
  change: Change,
): Promise<void> => {
  const { now } = change;
  const current = await readBooking(deps.db, id);
  if (current.state === state) return;
  const seen = asSeen(current, shown);
  const action = judgeState(seen, state, now);
  if (action === null) throw refuse('CHANGED_MEANWHILE');
  const recipient = await changeBooking(
    deps.db,
    seen,
    (booking) => booking.state === state,
    async (tx) => {
      await updateBooking(tx, id, { state });
      if (state === 'CANCELLED') await freeSlot(tx, id, now);
      const isOwner = seen.state !== 'CANCELLED' || (await takeSlot(tx, seen, id, now, 'STUDIO'));
      if (!isOwner) throw refuse('SLOT_TAKEN');
      await addEvent(tx, seen, { ...byAdmin(change), action, reason });
      await recordAudit(tx, change, {
        action: 'CHANGE_RESERVATION_STATE',
        target: `reservation:${id}`,
        before: { state: seen.state },
        after: { state },
      });
      return findRecipient(tx, id);
    },
  );
  if (recipient === null || isPastSlot(seen.date, seen.slot, now)) return;
  if (action === 'CANCELLED' || action === 'REOPENED') tellOwner(deps, recipient, seen, { kind: action });
};
