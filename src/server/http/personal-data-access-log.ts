import { adminAccessLog } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from './caller.ts';
import type { AuthenticatedMember } from './define-route.ts';

export type DataAccessAction =
  | 'LIST_MEMBERS'
  | 'LIST_NOTIFICATIONS'
  | 'LIST_QUESTIONS'
  | 'LIST_RESERVATIONS'
  | 'SEARCH_RESERVATIONS'
  | 'EXPORT_RESERVATIONS'
  | 'VIEW_RESERVATION'
  | 'VIEW_SCHEDULE';

/** The admin and their IP address. */
export interface DataAccessContext {
  readonly member: AuthenticatedMember;
  readonly caller: Caller;
}

/** The persons whose data is accessed. Guests without an account are identified by their reservation. */
export interface DataSubjects {
  readonly memberIds: readonly string[];
  readonly guestReservationIds?: readonly number[];
}

/**
 * Records an admin's access to personal data before the data is sent: who, when, from where, what, and whose. Required by law
 * (개인정보의 안전성 확보조치 기준 제8조); the entries have their own retention period.
 */
export const recordPersonalDataAccess = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { member, caller }: DataAccessContext,
  action: DataAccessAction,
  { memberIds, guestReservationIds = [] }: DataSubjects,
): Promise<void> => {
  await db.insert(adminAccessLog).values({
    adminId: member.id,
    adminLoginId: member.loginId,
    ip: caller.ip,
    action,
    subjectIds: [...new Set(memberIds)],
    reservationIds: [...guestReservationIds],
    occurredAt: clock.now(),
  });
};
