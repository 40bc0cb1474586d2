import type { Tx } from '#server/db/database.ts';
import { adminAuditLog } from '#server/db/schema.ts';
import type { Caller } from './caller.ts';

/** The admin who makes a change, their IP address and the time. */
export interface AuditContext {
  readonly member: { readonly id: string; readonly loginId: string | null };
  readonly caller: Pick<Caller, 'ip'>;
  readonly now: Date;
}

interface AuditEntry {
  /** Named by the feature: `CREATE_PHOTO`. */
  readonly action: Uppercase<string>;
  /** Kind and id of the changed object: `reservation:17`, `slot:2026-11-24.09-10`. */
  readonly target: string;
  readonly before?: object;
  readonly after?: object;
}

/**
 * Adds an entry to the admin audit log. Call it in the transaction of the change, so that both are committed together. Entries
 * outlive the members they concern, so `before` and `after` must not contain names, phone numbers or texts.
 */
export const recordAudit = async (
  tx: Tx,
  { member, caller, now }: AuditContext,
  { action, target, before, after }: AuditEntry,
): Promise<void> => {
  await tx.insert(adminAuditLog).values({
    adminId: member.id,
    adminLoginId: member.loginId,
    ip: caller.ip,
    action,
    target,
    before: before ?? null,
    after: after ?? null,
    occurredAt: now,
  });
};
