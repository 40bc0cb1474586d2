import { and, asc, eq, max, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/database.ts';
import { loginLog, members } from '#server/db/schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';

/** Lists all admins, the most recent login first. */
export const findAdmins = (db: Tx) => {
  // Null when the login log has no entry for the admin.
  const lastLogin = max(loginLog.occurredAt);
  return db
    .select({
      id: members.id,
      loginId: members.loginId,
      name: members.name,
      createdAt: members.createdAt,
      lastLogin,
    })
    .from(members)
    .leftJoin(loginLog, and(eq(loginLog.memberId, members.id), eq(loginLog.outcome, 'SUCCESS')))
    .where(eq(members.role, 'ADMIN'))
    .groupBy(members.id)
    .orderBy(sql`${lastLogin} desc nulls last`, asc(members.createdAt));
};

/** Lists all admins for an operator, with an entry in the audit log. */
export const listAdmins = (db: Db, by: AuditContext) =>
  db.transaction(async (tx) => {
    await recordAudit(tx, by, { action: 'LIST_ADMINS', target: 'members' });
    return findAdmins(tx);
  });
