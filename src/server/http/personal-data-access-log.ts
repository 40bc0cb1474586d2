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

/** Which admin asks, and from where. */
export interface DataAccessContext {
  readonly member: AuthenticatedMember;
  readonly caller: Caller;
}

/** Whose data it is. Who is no member has no id, and is named by the booking that was taken for them. */
export interface DataSubjects {
  readonly memberIds: readonly string[];
  readonly guestReservationIds?: readonly number[];
}

/**
 * One line in the log of admins' access to personal data, before the data goes out: who, when, from where, what, and
 * whose. The law asks for it (개인정보의 안전성 확보조치 기준 제8조); it lives by a clock of its own.
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
