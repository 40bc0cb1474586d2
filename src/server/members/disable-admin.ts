import { asc, eq } from 'drizzle-orm';
import { endSessions } from '#server/auth/change-password.ts';
import { toLoginIdKey } from '#server/auth/login-id-key.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { members } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';

/** Takes the role and ends all sessions. `none` when no admin has this id, `last` for the only admin. */
export const disableAdmin = (db: Db, loginId: string, by: Change): Promise<'disabled' | 'none' | 'last'> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      // Locked in the order that a withdrawal uses, so that one of two last admins stays.
      const admins = await tx
        .select({ id: members.id, key: members.loginIdKey })
        .from(members)
        .where(eq(members.role, 'ADMIN'))
        .orderBy(asc(members.id))
        .for('update');
      const admin = admins.find(({ key }) => key === toLoginIdKey(loginId));
      if (admin === undefined) return 'none';
      if (admins.length === 1) return 'last';
      await tx.update(members).set({ role: 'MEMBER' }).where(eq(members.id, admin.id));
      await endSessions(tx, admin.id, by.now);
      await recordAudit(tx, by, { action: 'DISABLE_ADMIN', target: `member:${admin.id}` });
      return 'disabled';
    }),
  );
