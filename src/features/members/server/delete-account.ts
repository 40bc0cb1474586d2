import { eq, inArray, or, sql } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { reserveLoginId } from '#core/auth/server/accounts/reserved-login-ids.ts';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import { verifyCurrentPassword } from '#core/auth/server/login/change-password.ts';
import { clearFailures, clearFailuresOf, codeCounter } from '#core/auth/server/login/failure-counters.ts';
import { queueSecurityNotice } from '#core/auth/server/notices/queue-security-notice.ts';
import { members, verificationCodes } from '#core/auth/server/tables.ts';
import { deleteUploads } from '#core/files/server/storage/file-deletions.ts';
import { uploadIntents } from '#core/files/server/tables.ts';
import { endMessagesToCustomer } from '#core/messages/server/end-messages-to-customer.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { appError } from '#platform/contract/errors.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { rateCounters } from '#platform/server/db/tables.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { findRateCounterKeys } from '#platform/server/http/overload/rate-limiter.ts';
import { completeRequest } from '#platform/server/http/repeated-requests.ts';
import { lockAdmins } from './admins.ts';
import { noteErasures, recordErasures } from './record-erasures.ts';

type MemberRow = typeof members.$inferSelect;

const deleteCounters = async (
  tx: Tx,
  secret: Uint8Array,
  { id, loginIdKey, phone }: MemberRow,
): Promise<void> => {
  const keys = findRateCounterKeys(secret, { member: id });
  await tx.delete(rateCounters).where(inArray(rateCounters.key, keys));
  await clearFailuresOf(tx, { id, loginIdKey });
  if (phone !== null) await clearFailures(tx, [codeCounter(phone)]);
  const ofPhone = phone === null ? undefined : eq(verificationCodes.phone, phone);
  await tx.delete(verificationCodes).where(or(eq(verificationCodes.memberId, id), ofPhone));
};

/** Copies the consents, which the law requires us to retain for 3 years. */
const archiveConsents = async (tx: Tx, memberId: string, now: Date): Promise<void> => {
  await tx.execute(sql`
    insert into legal_retention.consents (subject_hash, name, phone, item, version, identity_version, ip_address, agreed_at, since)
    select ${hashMemberId(memberId)}::bytea, name, phone, item, version, identity_version, ip_address, agreed_at,
      ${seoulDate(now)}::date
    from consents join members on members.id = consents.member_id
    where consents.member_id = ${memberId}
  `);
};

interface Deletion {
  /** Sends the member a message about it. */
  readonly notifies: boolean;
  /** The admin who deletes the member at the member's request. */
  readonly by?: AuditContext;
}

const deleteMember = (deps: Deps, id: string, { notifies, by }: Deletion) =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const [seen] = await tx.select({ role: members.role }).from(members).where(eq(members.id, id));
    if (seen?.role === 'ADMIN' && by !== undefined) throw appError('ADMIN_ACCOUNT');
    if (seen?.role === 'ADMIN' && (await lockAdmins(tx)).length <= 1) throw appError('LAST_ADMIN');
    const [member] = await tx.select().from(members).where(eq(members.id, id)).for('update');
    if (member === undefined) return null;
    const details: Record<string, unknown> = {};
    for (const { memberDeleted } of deps.hooks)
      Object.assign(details, await memberDeleted?.(tx, { memberId: id, now }));
    await archiveConsents(tx, id, now);
    await recordErasures(tx, [hashMemberId(id)], now);
    await endMessagesToCustomer(tx, eq(notifications.memberId, id), now);
    await tx.update(notifications).set({ memberId: null, values: {} }).where(eq(notifications.memberId, id));
    await deleteCounters(tx, deps.authSecret, member);
    if (member.loginIdKey !== null) await reserveLoginId(tx, deps, member.loginIdKey);
    await deleteUploads(tx, eq(uploadIntents.memberId, id));
    // The member's sessions, consents and questions, among others, are deleted by cascade.
    await tx.delete(members).where(eq(members.id, id));
    if (notifies && member.phone !== null)
      await queueSecurityNotice(tx, { kind: 'WITHDRAWN', phone: member.phone }, now);
    if (by !== undefined) await recordAudit(tx, by, { action: 'DELETE_MEMBER', target: `member:${id}` });
    await completeRequest(tx);
    return { deletedAt: now, details };
  });

/** Deletes a member in one transaction, idempotently. Throws LAST_ADMIN, or with `by` ADMIN_ACCOUNT for any admin. */
export const eraseMember = async (deps: Deps, id: string, deletion: Deletion): Promise<void> => {
  const erased = await deleteMember(deps, id, deletion);
  if (erased !== null) await noteErasures(deps, [hashMemberId(id)], erased.deletedAt, erased.details);
};

/** Deletes a member who asked for it. Throws LAST_ADMIN, PASSWORD_WRONG, and TOO_MANY_REQUESTS after too many wrong passwords. */
export const deleteAccount = async (deps: Deps, id: string, password: string | undefined): Promise<void> => {
  if (password !== undefined) await verifyCurrentPassword(deps, id, password);
  await eraseMember(deps, id, { notifies: true });
};
