import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { loginId as loginIdField, newPassword } from '#contract/fields.ts';
import { hashPassword } from '#server/auth/login/password-hashing.ts';
import type { Db } from '#server/db/database.ts';
import { members } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { SettingsError } from '#server/env.ts';
import { normalizeLoginId } from '#server/auth/login/normalize-login-id.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';

interface AdminCredentials {
  readonly loginId: string;
  readonly password: string;
}

interface CreateAdminInput extends AdminCredentials {
  readonly name: string;
}

type AdminRow = typeof members.$inferInsert;

const parseSetting = (field: z.ZodMiniType<string, string>, setting: string, value: string): string => {
  const parsed = z.safeParse(field, value);
  if (!parsed.success) throw new SettingsError(`설정 ${setting}: ${parsed.error.issues[0]?.message ?? ''}`);
  return parsed.data;
};

/** Hashes outside of the transaction, because hashing is slow. */
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
export const insertAdmin = async (db: Pick<Db, 'insert'>, row: AdminRow): Promise<string | null> => {
  const created = await db.insert(members).values(row).onConflictDoNothing().returning({ id: members.id });
  return created[0]?.id ?? null;
};

/** Creates an admin with this login id unless it is taken. Throws a `SettingsError` when id or password are invalid. */
export const ensureAdmin = async (
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  settings: AdminCredentials,
): Promise<'created' | 'kept'> => {
  const loginId = parseSetting(loginIdField, 'ADMIN_LOGIN_ID', settings.loginId);
  const password = parseSetting(newPassword, 'ADMIN_PASSWORD', settings.password);
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
