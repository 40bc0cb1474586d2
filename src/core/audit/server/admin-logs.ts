import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { adminAuditLog, adminAccessLog } from './tables.ts';

const columnsOf = ({ member, caller, now }: AuditContext) => ({
  adminId: member.id,
  adminLoginId: member.loginId,
  ip: caller.ip,
  occurredAt: now,
});

interface AuditEntry {
  /** Named by the feature: `CREATE_PHOTO`. */
  readonly action: Uppercase<string>;
  /** The object, mostly by kind and id: `reservation:17`, `slot:2026-11-24.09-10`. */
  readonly target: string;
  readonly before?: object;
  readonly after?: object;
}

/**
 * Adds an entry to the admin audit log. Call it in the transaction of the change, so that both are committed together. Entries
 * can outlive the members they concern, so `before` and `after` must not contain names, phone numbers or texts.
 */
export const recordAudit = async (
  tx: Tx,
  context: AuditContext,
  { action, target, before, after }: AuditEntry,
): Promise<void> => {
  await tx
    .insert(adminAuditLog)
    .values({ ...columnsOf(context), action, target, before: before ?? null, after: after ?? null });
};

/** A person whose data is read: a member, or a customer without an account, who is identified by a reservation. */
export interface DataSubject {
  readonly memberId?: string | null;
  readonly phoneReservationId?: number | null;
}

/**
 * Adds an entry to the admin access log before personal data is sent: who read whose data, what, when and from which IP address.
 * Required by 개인정보의 안전성 확보조치 기준 제8조.
 * `action` is named by the feature: `LIST_MEMBERS`.
 */
export const recordPersonalDataAccess = async (
  { db }: Pick<Deps, 'db'>,
  context: AuditContext,
  action: Uppercase<string>,
  subjects: readonly DataSubject[],
): Promise<void> => {
  await db.insert(adminAccessLog).values({
    ...columnsOf(context),
    action,
    subjectIds: [...new Set(subjects.flatMap(({ memberId }) => memberId ?? []))],
    reservationIds: [...new Set(subjects.flatMap(({ phoneReservationId }) => phoneReservationId ?? []))],
  });
};
