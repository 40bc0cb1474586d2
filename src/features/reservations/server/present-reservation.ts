import type { DataSubject } from '#core/audit/server/admin-logs.ts';
import type { AdminReservation, ListedReservation } from '../contract/admin-reservations.ts';
import type { Reservation } from '../contract/reservations.ts';
import { findChangeDeadline, type ChangePolicy } from './changes/change-deadline.ts';
import type { reservations } from './tables.ts';

export type ReservationRow = typeof reservations.$inferSelect;

export type ChangeableReservation = ReservationRow & Pick<ChangePolicy, 'changeHours'>;

export const presentReservation = (row: ReservationRow, policy: ChangePolicy): Reservation => ({
  id: row.id,
  shootType: row.shootType,
  date: row.date,
  time: row.slot,
  desiredShootDate: row.desiredShootDate,
  location: row.location,
  notes: row.notes,
  ...(row.meetingKind === 'PHONE' && { meetingKind: row.meetingKind }),
  ...(row.answers.length > 0 && { answers: row.answers }),
  reservationCode: row.code,
  state: row.state,
  changeableUntil: findChangeDeadline(row, policy)?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export interface AdminReservationRow {
  readonly reservation: ReservationRow;
  /** The name of the member, or of the customer without an account. */
  readonly memberName: string;
}

export const presentAdminReservation = (
  { reservation, memberName }: AdminReservationRow,
  policy: ChangePolicy,
): AdminReservation => ({
  ...presentReservation(reservation, policy),
  memberName,
  isGuest: reservation.memberId === null,
});

export const presentListedReservation = (
  row: AdminReservationRow & { readonly phoneNumber: string | null },
  policy: ChangePolicy,
): ListedReservation => ({ ...presentAdminReservation(row, policy), phoneNumber: row.phoneNumber });

/** The person whose data a reservation contains, for the access log. */
export const dataSubjectOf = ({
  reservation: { id, memberId },
}: Pick<AdminReservationRow, 'reservation'>): DataSubject => ({
  memberId,
  phoneReservationId: memberId === null ? id : null,
});
