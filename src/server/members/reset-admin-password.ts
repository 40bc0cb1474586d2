import { and, eq } from 'drizzle-orm';
import { revokeSessions } from '#server/auth/login/change-password.ts';
import { clearFailuresOf } from '#server/auth/login/failure-counters.ts';
import { normalizeLoginId } from '#server/auth/login/normalize-login-id.ts';
import { hashPassword } from '#server/auth/login/password-hashing.ts';
import type { Db } from '#server/db/database.ts';
import { adminTotp, members } from '#server/db/schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';

/** Sets the password, switches the second factor off, revokes all sessions and clears the failure counters. False when no admin has this login id. */
export const resetAdminPassword = async (
  db: Db,
  { loginId, password }: { readonly loginId: string; readonly password: string },
  by: AuditContext,
): Promise<boolean> => {
  const loginIdKey = normalizeLoginId(loginId);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const [admin] = await tx
      .update(members)
      .set({ passwordHash })
      .where(and(eq(members.loginIdKey, loginIdKey), eq(members.role, 'ADMIN')))
      .returning({ id: members.id });
    if (admin === undefined) return false;
    await revokeSessions(tx, admin.id, by.now);
    await tx.delete(adminTotp).where(eq(adminTotp.memberId, admin.id));
    await clearFailuresOf(tx, { id: admin.id, loginIdKey });
    await recordAudit(tx, by, { action: 'RESET_ADMIN', target: `member:${admin.id}` });
    return true;
  });
};
