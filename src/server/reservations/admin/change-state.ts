import { appError } from '#contract/errors.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import type { ReservationAction, ReservationState } from '#contract/reservations.ts';
import { isPastSlot } from '#contract/bookable-dates.ts';
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
import { claimAnySlot } from '#server/reservations/slots/claim.ts';
import type { ReservationRow } from '#server/reservations/present-reservation.ts';

type ChangeStateInput = BodyOf<typeof adminReservationEndpoints.changeReservationState>;

const actions: Readonly<Record<ReservationState, ReservationAction>> = {
  BOOKED: 'REOPENED',
  COMPLETED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
  NO_SHOW: 'NO_SHOW',
};

/**
 * Returns the history action for a change of state; null when nothing changes. Past reservations can be cancelled, and every state can
 * be set back to 예약됨.
 */
const assertStateChange = (
  { state, date, slot }: Pick<ReservationRow, 'state' | 'date' | 'slot'>,
  next: ReservationState,
  now: Date,
): ReservationAction | null => {
  if (state === next) return null;
  if (next === 'CANCELLED' && state !== 'BOOKED') throw appError('NOT_BOOKED');
  if (state === 'CANCELLED' && next !== 'BOOKED') throw appError('NOT_BOOKED');
  const isOutcome = next === 'COMPLETED' || next === 'NO_SHOW';
  if (isOutcome && !isPastSlot(date, slot, now)) throw appError('TOO_EARLY');
  return actions[next];
};

/** Sets a reservation's state on behalf of an admin. Cancelling frees its slot, reopening claims it again; both notify the customer of an upcoming meeting. */
export const changeState = async (
  deps: Deps,
  id: number,
  { state, reason, seen: shown }: ChangeStateInput,
  change: AuditContext,
): Promise<void> => {
  const { now } = change;
  const current = await readReservation(deps.db, id);
  if (current.state === state) return;
  const seen = expectedRow(current, shown);
  const action = assertStateChange(seen, state, now);
  if (action === null) throw appError('CHANGED_MEANWHILE');
  await updateWithExpectedState(
    deps.db,
    seen,
    (booking) => booking.state === state,
    async (tx) => {
      await updateReservation(tx, id, { state });
      if (state === 'CANCELLED') await releaseSlot(tx, id, now);
      // A reservation that outlived a change of hours can be reopened.
      if (seen.state === 'CANCELLED') await claimAnySlot(tx, seen, id, now, 'STUDIO');
      await recordEvent(tx, seen, { ...adminActor(change), action, reason });
      await recordAudit(tx, change, {
        action: 'CHANGE_RESERVATION_STATE',
        target: `reservation:${id}`,
        before: { state: seen.state },
        after: { state },
      });
      const isUpcoming = !isPastSlot(seen.date, seen.slot, now);
      if (isUpcoming && (action === 'CANCELLED' || action === 'REOPENED'))
        await queueMessagesOfStudio(tx, seen, action, now);
    },
  );
};
