import { refuse } from '#contract/errors.ts';
import type { ReservationState, SeenBooking } from '#contract/reservations.ts';
import { isPastSlot } from '#contract/bookable-dates.ts';
import { freeSlot } from '#server/db/free-slot.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import { addEvent, byAdmin } from './add-event.ts';
import { asSeen, changeBooking, readBooking, updateBooking } from './change-booking.ts';
import { takeSlot } from './claim-slot.ts';
import { judgeState } from './judge-state.ts';
import { findRecipient, tellOwner } from './tell-owner.ts';

interface Wish {
  readonly state: ReservationState;
  readonly reason: string;
  /** What the admin's screen showed, when it says so. */
  readonly seen?: SeenBooking | undefined;
}

/**
 * An admin says what became of a booking. Cancelling frees its slot at once, bringing it back claims the slot again. Who
 * booked is told of a meeting to come that is off, or on again.
 */
export const changeState = async (
  deps: Deps,
  id: number,
  { state, reason, seen: shown }: Wish,
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
