import type { AdminReservation, Reservation } from '#contract/reservations.ts';
import type { reservations } from '#server/db/schema.ts';

export type ReservationRow = typeof reservations.$inferSelect;

/** A booking as its member sees it. */
export const presentReservation = (row: ReservationRow): Reservation => ({
  id: row.id,
  shootType: row.shootType,
  date: row.date,
  time: row.slot,
  desiredShootDate: row.desiredShootDate,
  location: row.location,
  notes: row.notes,
  reservationCode: row.code,
  createdAt: row.createdAt.toISOString(),
});

export interface AdminRow {
  readonly reservation: ReservationRow;
  readonly memberName: string;
}

/** A booking as admins see it: with the member's whole name. */
export const presentAdminReservation = ({ reservation, memberName }: AdminRow): AdminReservation => ({
  ...presentReservation(reservation),
  memberName,
});
