import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { loginId as loginIdField, newPassword } from '#contract/fields.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { members } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { SettingsError } from '#server/env.ts';
import { toLoginIdKey } from '#server/auth/login-id-key.ts';

interface AdminSettings {
  readonly loginId: string;
  readonly password: string;
}

const readSetting = (field: z.ZodMiniType<string, string>, setting: string, value: string): string => {
  const parsed = z.safeParse(field, value);
  if (!parsed.success) throw new SettingsError(`설정 ${setting}: ${parsed.error.issues[0]?.message ?? ''}`);
  return parsed.data;
};

/**
 * Makes an admin of this id unless a member has it already, whose password and role then stay as they are. Throws a
 * `SettingsError` when id or password break the rules that hold for every member.
 */
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
      log.warn(`관리자 아이디 ${loginId}는 이미 일반 회원의 아이디입니다. 다른 아이디를 정해 주세요.`);
    return 'kept';
  }
  const created = await db
    .insert(members)
    .values({
      loginId,
      loginIdKey,
      passwordHash: await hashPassword(password),
      name: '관리자',
      role: 'ADMIN',
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: members.id });
  if (created.length === 0) return 'kept';
  log.info({ event: 'admin_created', loginId });
  return 'created';
};
