import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { loginId as loginIdField, newPassword } from '#contract/fields.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Db } from '#server/db/connection.ts';
import { members } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { SettingsError } from '#server/env.ts';
import { toLoginIdKey } from '#server/auth/login-id-key.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';

interface AdminSettings {
  readonly loginId: string;
  readonly password: string;
}

interface NewAdmin extends AdminSettings {
  readonly name: string;
}

type AdminRow = typeof members.$inferInsert;

const readSetting = (field: z.ZodMiniType<string, string>, setting: string, value: string): string => {
  const parsed = z.safeParse(field, value);
  if (!parsed.success) throw new SettingsError(`설정 ${setting}: ${parsed.error.issues[0]?.message ?? ''}`);
  return parsed.data;
};

/** Hashing is slow and must not hold a transaction open. */
const prepareAdmin = async ({ loginId, password, name }: NewAdmin, createdAt: Date): Promise<AdminRow> => ({
  loginId,
  loginIdKey: toLoginIdKey(loginId),
  passwordHash: await hashPassword(password),
  name,
  role: 'ADMIN',
  createdAt,
});

const insertAdmin = async (db: Pick<Db, 'insert'>, row: AdminRow): Promise<string | null> => {
  const created = await db.insert(members).values(row).onConflictDoNothing().returning({ id: members.id });
  return created[0]?.id ?? null;
};

/** Makes an admin of this id unless a member has it. Throws a `SettingsError` when id or password are invalid. */
export const ensureAdmin = async (
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  settings: AdminSettings,
): Promise<'created' | 'kept'> => {
  const loginId = readSetting(loginIdField, 'ADMIN_LOGIN_ID', settings.loginId);
  const password = readSetting(newPassword, 'ADMIN_PASSWORD', settings.password);
  const loginIdKey = toLoginIdKey(loginId);
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
  const id = await insertAdmin(db, await prepareAdmin({ loginId, password, name: '관리자' }, clock.now()));
  if (id === null) return 'kept';
  log.info({ event: 'admin_created', loginId });
  return 'created';
};

/** Makes an admin. False when a member has this id. */
export const createAdmin = async (db: Db, admin: NewAdmin, by: Change): Promise<boolean> => {
  const row = await prepareAdmin(admin, by.now);
  return db.transaction(async (tx) => {
    const id = await insertAdmin(tx, row);
    if (id === null) return false;
    await recordAudit(tx, by, { action: 'CREATE_ADMIN', target: `member:${id}` });
    return true;
  });
};
