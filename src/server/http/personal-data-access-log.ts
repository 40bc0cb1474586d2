import { adminAccessLog } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { AuditContext } from './audit-log.ts';

/** The persons whose data is read. Customers without an account are identified by their phone reservations. */
export interface DataSubjects {
  readonly memberIds: readonly string[];
  readonly guestReservationIds?: readonly number[];
}

/**
 * Adds an entry to the admin access log before personal data is sent: who read whose data, what, when and from which IP address.
 * Required by 개인정보의 안전성 확보조치 기준 제8조. Entries have their own retention period.
 * `action` is named by the feature: `LIST_MEMBERS`.
 */
export const recordPersonalDataAccess = async (
  { db }: Pick<Deps, 'db'>,
  { member, caller, now }: AuditContext,
  action: Uppercase<string>,
  { memberIds, guestReservationIds = [] }: DataSubjects,
): Promise<void> => {
  await db.insert(adminAccessLog).values({
    adminId: member.id,
    adminLoginId: member.loginId,
    ip: caller.ip,
    action,
    subjectIds: [...new Set(memberIds)],
    reservationIds: [...guestReservationIds],
    occurredAt: now,
  });
};
