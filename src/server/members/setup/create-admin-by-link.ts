import type { BodyOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { memberEndpoints } from '#contract/members.ts';
import type { Db } from '#server/db/database.ts';
import { recordAudit } from '#server/http/audit-log.ts';
import { buildAdminRow, insertAdmin } from '#server/members/create-admin.ts';
import { consumeSetupToken, isSetupTokenValid } from './setup-link.ts';

type NewAdminInput = BodyOf<typeof memberEndpoints.createAdminByLink>;

/**
 * Creates an admin with the token of the setup link or of an invitation, which is then used up. Throws SETUP_LINK_INVALID, or
 * LOGIN_ID_TAKEN, which leaves the link valid.
 */
export const createAdminByLink = async (
  db: Db,
  { token, ...admin }: NewAdminInput,
  { ip, now }: { readonly ip: string; readonly now: Date },
): Promise<void> => {
  // Checked before the password is hashed, because hashing is slow.
  if (!(await isSetupTokenValid(db, token, now))) throw appError('SETUP_LINK_INVALID');
  const row = await buildAdminRow(admin, now);
  await db.transaction(async (tx) => {
    if (!(await consumeSetupToken(tx, token, now))) throw appError('SETUP_LINK_INVALID');
    const id = await insertAdmin(tx, row);
    if (id === null) throw appError('LOGIN_ID_TAKEN');
    const by = { member: { id, loginId: admin.loginId }, caller: { ip }, now };
    await recordAudit(tx, by, { action: 'CREATE_ADMIN', target: `member:${id}` });
  });
};
