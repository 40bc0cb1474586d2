import type { AdminReservation } from '#contract/admin-reservations.ts';
import type { Reservation } from '#contract/reservations.ts';
import type { reservations } from '#server/db/schema.ts';
import type { Subjects } from '#server/http/record-access.ts';
import { findChangeEnd } from './change-window.ts';
import type { ChangeTerms } from './change-window.ts';

export type ReservationRow = typeof reservations.$inferSelect;

/** A member's own list does not need the owner. */
export type OwnReservation = Omit<ReservationRow, 'memberId' | 'guestName' | 'guestPhone'>;

export const presentReservation = (row: OwnReservation, terms: ChangeTerms): Reservation => ({
  id: row.id,
  shootType: row.shootType,
  date: row.date,
  time: row.slot,
  desiredShootDate: row.desiredShootDate,
  location: row.location,
  notes: row.notes,
  reservationCode: row.code,
  state: row.state,
  changeableUntil: findChangeEnd(row, terms)?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export interface AdminRow {
  readonly reservation: ReservationRow;
  /** The member's or the guest's. */
  readonly memberName: string;
}

export const presentAdminReservation = (
  { reservation, memberName }: AdminRow,
  terms: ChangeTerms,
): AdminReservation => ({
  ...presentReservation(reservation, terms),
  memberName,
  isGuest: reservation.memberId === null,
});

/** Whose data these bookings are, for the access log. */
export const subjectsOf = (rows: readonly Pick<AdminRow, 'reservation'>[]): Subjects => ({
  memberIds: rows.flatMap(({ reservation }) => reservation.memberId ?? []),
  guestBookingIds: rows.flatMap(({ reservation: { id, memberId } }) => (memberId === null ? id : [])),
});
