import { and, eq } from 'drizzle-orm';
import { endSessions } from '#server/auth/change-password.ts';
import { accountBucket, forgetFailures, passwordBucket } from '#server/auth/failure-limit.ts';
import { toLoginIdKey } from '#server/auth/login-id-key.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { members } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';

/** Sets the password, ends all sessions and clears the failure counters. False when no admin has this id. */
export const resetAdmin = async (
  db: Db,
  { loginId, password }: { readonly loginId: string; readonly password: string },
  by: Change,
): Promise<boolean> => {
  const loginIdKey = toLoginIdKey(loginId);
  const passwordHash = await hashPassword(password);
  return retryTransaction(() =>
    db.transaction(async (tx) => {
      const [admin] = await tx
        .update(members)
        .set({ passwordHash })
        .where(and(eq(members.loginIdKey, loginIdKey), eq(members.role, 'ADMIN')))
        .returning({ id: members.id });
      if (admin === undefined) return false;
      await endSessions(tx, admin.id, by.now);
      await forgetFailures(tx, [passwordBucket(admin.id), accountBucket(loginIdKey)]);
      await recordAudit(tx, by, { action: 'RESET_ADMIN', target: `member:${admin.id}` });
      return true;
    }),
  );
};
