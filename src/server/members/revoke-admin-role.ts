import { asc, eq } from 'drizzle-orm';
import { revokeSessions } from '#server/auth/login/change-password.ts';
import { normalizeLoginId } from '#server/auth/login/normalize-login-id.ts';
import type { Db } from '#server/db/database.ts';
import { members, staffInvitations } from '#server/db/schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import { completeRequest } from '#server/http/repeated-requests.ts';

/** Revokes the admin role, all sessions and open invitations. Returns `none` when there is no such admin, `last` for the only one. */
export const revokeAdminRole = (
  db: Db,
  target: { readonly id: string } | { readonly loginId: string },
  by: AuditContext,
): Promise<'disabled' | 'none' | 'last'> =>
  db.transaction(async (tx) => {
    // Locked in the same order as in account deletion, so that one of the last two admins stays.
    const admins = await tx
      .select({ id: members.id, key: members.loginIdKey })
      .from(members)
      .where(eq(members.role, 'ADMIN'))
      .orderBy(asc(members.id))
      .for('update');
    const admin = admins.find(({ id, key }) =>
      'id' in target ? id === target.id : key === normalizeLoginId(target.loginId),
    );
    if (admin === undefined) return 'none';
    if (admins.length === 1) return 'last';
    await tx.update(members).set({ role: 'MEMBER' }).where(eq(members.id, admin.id));
    await revokeSessions(tx, admin.id, by.now);
    await tx.delete(staffInvitations).where(eq(staffInvitations.createdBy, admin.id));
    await recordAudit(tx, by, { action: 'DISABLE_ADMIN', target: `member:${admin.id}` });
    await completeRequest(tx);
    return 'disabled';
  });
