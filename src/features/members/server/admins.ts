import { eq, and, asc, max, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import type { memberEndpoints } from '#core/auth/contract/members.ts';
import { revokeSessions } from '#core/auth/server/login/change-password.ts';
import { clearFailuresOf } from '#core/auth/server/login/failure-counters.ts';
import { normalizeLoginId } from '#core/auth/server/login/normalize-login-id.ts';
import { hashPassword } from '#core/auth/server/login/password-hashing.ts';
import { members, loginLog, adminTotp, staffInvitations } from '#core/auth/server/tables.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { loginId as loginIdField, newPassword } from '#platform/contract/fields.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { completeRequest } from '#platform/server/http/repeated-requests.ts';
import { OperatorError } from '#platform/server/operator-error.ts';

type CreateAdminInput = Omit<BodyOf<typeof memberEndpoints.createAdminByLink>, 'token'>;
type AdminCredentials = Omit<CreateAdminInput, 'name'>;
type AdminRow = typeof members.$inferInsert;

/** Throws an `OperatorError` for an invalid value. */
export const parseField = (field: z.ZodMiniType<string, string>, value: string, label = ''): string => {
  const { data, error } = z.safeParse(field, value);
  if (data === undefined) throw new OperatorError(`${label}${error?.issues[0]?.message ?? ''}`);
  return data;
};

/** To be called before the transaction, because hashing the password is slow. */
export const buildAdminRow = async (
  { loginId, password, name }: CreateAdminInput,
  createdAt: Date,
): Promise<AdminRow> => ({
  loginId,
  loginIdKey: normalizeLoginId(loginId),
  passwordHash: await hashPassword(password),
  name,
  role: 'ADMIN',
  createdAt,
});

/** Returns the id; null when the login id is taken. */
export const insertAdmin = async (db: Tx, row: AdminRow): Promise<string | null> => {
  const created = await db.insert(members).values(row).onConflictDoNothing().returning({ id: members.id });
  return created[0]?.id ?? null;
};

/** Creates an admin with this login id unless it is taken. Throws an `OperatorError` when id or password are invalid. */
export const ensureAdmin = async (
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  settings: AdminCredentials,
): Promise<'created' | 'kept'> => {
  const loginId = parseField(loginIdField, settings.loginId, '설정 ADMIN_LOGIN_ID: ');
  const password = parseField(newPassword, settings.password, '설정 ADMIN_PASSWORD: ');
  const loginIdKey = normalizeLoginId(loginId);
  const [existing] = await db
    .select({ role: members.role })
    .from(members)
    .where(eq(members.loginIdKey, loginIdKey));
  if (existing !== undefined) {
    if (existing.role !== 'ADMIN')
      log.warn(
        `일반 회원이 이미 사용하는 아이디입니다: ${loginId}. ADMIN_LOGIN_ID를 다른 아이디로 지정해 주세요.`,
      );
    return 'kept';
  }
  const id = await insertAdmin(db, await buildAdminRow({ loginId, password, name: '관리자' }, clock.now()));
  if (id === null) return 'kept';
  log.info({ event: 'admin_created', loginId });
  return 'created';
};

/** Creates an admin. False when the login id is taken. */
export const createAdmin = async (db: Db, admin: CreateAdminInput, by: AuditContext): Promise<boolean> => {
  const row = await buildAdminRow(admin, by.now);
  return db.transaction(async (tx) => {
    const id = await insertAdmin(tx, row);
    if (id === null) return false;
    await recordAudit(tx, by, { action: 'CREATE_ADMIN', target: `member:${id}` });
    return true;
  });
};

/** Lists all admins, the most recent login first. */
export const findAdmins = (db: Tx) => {
  // Null when the login log has no successful login of the admin.
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

/** Also switches the second factor off and ends all sessions. False when no admin has this login id. */
export const resetAdminPassword = async (
  db: Db,
  { loginId, password }: AdminCredentials,
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

/** Locks all admins, always in the same order. When the last two leave at the same time, one of them stays. */
export const lockAdmins = (tx: Tx) =>
  tx
    .select({ id: members.id, key: members.loginIdKey })
    .from(members)
    .where(eq(members.role, 'ADMIN'))
    .orderBy(asc(members.id))
    .for('update');

/** Revokes the admin role, all sessions and open invitations. Returns `none` when there is no such admin, `last` for the only one. */
export const revokeAdminRole = (
  db: Db,
  target: { readonly id: string } | { readonly loginId: string },
  by: AuditContext,
): Promise<'disabled' | 'none' | 'last'> =>
  db.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
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
