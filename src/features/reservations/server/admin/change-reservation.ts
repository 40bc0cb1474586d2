import { eq } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import type { adminReservationEndpoints } from '../../contract/admin-reservations.ts';
import { isPastSlot } from '../../contract/bookable-dates.ts';
import type { ReservationAction, ReservationState } from '../../contract/reservations.ts';
import {
  recordEvent,
  adminActor,
  expectedRow,
  isStale,
  updateReservation,
} from '../changes/change-own-reservation.ts';
import { queueMessagesOfStudio } from '../messages/queue-reservation-messages.ts';
import type { ReservationRow } from '../present-reservation.ts';
import { claimSlot, claimAnySlot, findClaimKind, slotTaken } from '../schedule/claim.ts';
import { assertBookable } from '../schedule/hours.ts';
import { releaseSlot } from '../schedule/release-slot.ts';
import { reservations } from '../tables.ts';

export const readReservation = async (db: Tx, id: number): Promise<ReservationRow> => {
  const [reservation] = await db.select().from(reservations).where(eq(reservations.id, id));
  if (reservation === undefined) throw appError('NOT_FOUND');
  return reservation;
};

/**
 * Changes a reservation under its row lock if it still has the expected state, date and slot. Otherwise does nothing when it already is
 * as requested (`isDone`), or throws CHANGED_MEANWHILE. Throws NOT_FOUND when it no longer exists.
 */
export const updateWithExpectedState = async (
  db: Db,
  seen: ReservationRow,
  isDone: (reservation: ReservationRow) => boolean,
  work: (tx: Tx) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const [reservation] = await tx
      .select()
      .from(reservations)
      .where(eq(reservations.id, seen.id))
      .for('update');
    if (reservation === undefined) throw appError('NOT_FOUND');
    if (isStale(reservation, seen)) {
      if (isDone(reservation)) return;
      throw appError('CHANGED_MEANWHILE');
    }
    await work(tx);
  });

type ChangeStateInput = BodyOf<typeof adminReservationEndpoints.changeReservationState>;

/** Returns the history action of a state change. Only BOOKED reservations can be cancelled, also past ones; all others can be reopened. */
const assertStateChange = (
  { state, date, slot }: Pick<ReservationRow, 'state' | 'date' | 'slot'>,
  next: ReservationState,
  now: Date,
): ReservationAction => {
  if (state === next) throw appError('CHANGED_MEANWHILE');
  if (next === 'CANCELLED' && state !== 'BOOKED') throw appError('NOT_BOOKED');
  if (state === 'CANCELLED' && next !== 'BOOKED') throw appError('NOT_BOOKED');
  const isOutcome = next === 'COMPLETED' || next === 'NO_SHOW';
  if (isOutcome && !isPastSlot(date, slot, now)) throw appError('TOO_EARLY');
  return next === 'BOOKED' ? 'REOPENED' : next;
};

/** Cancelling and reopening a reservation may notify the customer of an upcoming meeting. */
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
  await updateWithExpectedState(
    deps.db,
    seen,
    (reservation) => reservation.state === state,
    async (tx) => {
      await updateReservation(tx, id, { state });
      if (state === 'CANCELLED') await releaseSlot(tx, id, now);
      // Claims the slot even if the hours no longer offer it, so that an old reservation can be reopened.
      if (seen.state === 'CANCELLED') await claimAnySlot(tx, seen, id, now, null);
      await recordEvent(tx, seen, { ...adminActor(change), action, reason });
      await recordAudit(tx, change, {
        action: 'CHANGE_RESERVATION_STATE',
        target: `reservation:${id}`,
        before: { state: seen.state },
        after: { state },
      });
      const isUpcoming = !isPastSlot(seen.date, seen.slot, now);
      if (isUpcoming && (action === 'CANCELLED' || action === 'REOPENED'))
        await queueMessagesOfStudio(tx, seen, { action, now });
    },
  );
};

type MoveReservationInput = BodyOf<typeof adminReservationEndpoints.adminMoveReservation>;

/** Moves a reservation to a free or held slot on behalf of an admin, also after the member's deadline, and may notify the customer. */
export const adminMoveReservation = async (
  deps: Deps,
  id: number,
  { date, time: slot, reason, seen: shown }: MoveReservationInput,
  change: AuditContext,
): Promise<void> => {
  const { now } = change;
  const isThere = (reservation: ReservationRow): boolean =>
    reservation.state === 'BOOKED' && reservation.date === date && reservation.slot === slot;
  const current = await readReservation(deps.db, id);
  if (isThere(current)) return;
  const seen = expectedRow(current, shown);
  if (seen.state !== 'BOOKED') throw appError('NOT_BOOKED');
  await assertBookable(deps.db, date, slot, now);
  await updateWithExpectedState(deps.db, seen, isThere, async (tx) => {
    // Checked before the reservation's own slot is released: otherwise two reservations that swap slots could deadlock.
    const kind = await findClaimKind(tx, { date, slot });
    if (kind === 'BOOKED' || kind === 'BLOCKED') throw slotTaken(kind);
    // A claim must match its reservation's date and slot at the end of every statement.
    await releaseSlot(tx, id, now);
    await updateReservation(tx, id, { date, slot });
    await claimSlot(tx, { date, slot }, id, now, null);
    await recordEvent(tx, seen, { ...adminActor(change), action: 'MOVED', reason });
    await recordAudit(tx, change, {
      action: 'MOVE_RESERVATION',
      target: `reservation:${id}`,
      before: { date: seen.date, slot: seen.slot },
      after: { date, slot },
    });
    await queueMessagesOfStudio(tx, { ...seen, date, slot }, { action: 'MOVED', before: seen, now });
  });
};
