import { randomBytes } from 'node:crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import type { memberEndpoints } from '#core/auth/contract/members.ts';
import { members, staffInvitations, setupLinks } from '#core/auth/server/tables.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { INVITATION_HOURS } from '../../contract/staff.ts';
import { buildAdminRow, insertAdmin } from '../admins.ts';

const TOKEN_BYTES = 24;

const isInvitation = (token: string, now: Date) =>
  and(eq(staffInvitations.tokenHash, sha256Hex(token)), gt(staffInvitations.expiresAt, now));

/** Creates an invitation; returns the token of its link and when it expires. Only the hash of the token is stored. */
export const createInvitation = async (
  db: Db,
  change: AuditContext,
): Promise<{ readonly token: string; readonly expiresAt: Date }> => {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(change.now.getTime() + INVITATION_HOURS * 3_600_000);
  await db.transaction(async (tx) => {
    const created = { tokenHash: sha256Hex(token), createdBy: change.member.id, expiresAt };
    const [row] = await tx.insert(staffInvitations).values(created).returning({ id: staffInvitations.id });
    await recordAudit(tx, change, { action: 'INVITE_ADMIN', target: `invitation:${row?.id}` });
  });
  return { token, expiresAt };
};

export const listInvitations = (db: Db, now: Date) =>
  db
    .select({
      id: staffInvitations.id,
      createdBy: members.loginId,
      expiresAt: staffInvitations.expiresAt,
    })
    .from(staffInvitations)
    .innerJoin(members, eq(members.id, staffInvitations.createdBy))
    .where(gt(staffInvitations.expiresAt, now))
    .orderBy(asc(staffInvitations.expiresAt));

export const cancelInvitation = async (db: Db, id: number, change: AuditContext): Promise<void> => {
  await db.transaction(async (tx) => {
    const cancelled = await tx.delete(staffInvitations).where(eq(staffInvitations.id, id)).returning();
    if (cancelled.length > 0)
      await recordAudit(tx, change, { action: 'CANCEL_INVITATION', target: `invitation:${id}` });
  });
};

const LINK_TTL_MS = 30 * 60_000;

const hasAdmin = async (db: Tx): Promise<boolean> =>
  (await db.$count(members, eq(members.role, 'ADMIN'))) > 0;

type SetupDeps = Pick<Deps, 'db' | 'clock'> & { readonly env: Pick<Deps['env'], 'publicUrl'> };

/**
 * Creates the link that creates the first admin in the browser, valid once and for 30 minutes unless extended. Replaces an earlier link.
 * Returns null when there is an admin already.
 */
export const createSetupLink = async ({ db, clock, env }: SetupDeps): Promise<string | null> => {
  if (await hasAdmin(db)) return null;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const link = { tokenHash: sha256Hex(token), expiresAt: new Date(clock.now().getTime() + LINK_TTL_MS) };
  await db.insert(setupLinks).values(link).onConflictDoUpdate({ target: setupLinks.isOnly, set: link });
  return `${env.publicUrl}/setup?token=${token}`;
};

const isLink = (token: string, now: Date) =>
  and(eq(setupLinks.tokenHash, sha256Hex(token)), gt(setupLinks.expiresAt, now));

/** Whether the token is that of an unexpired setup link and no admin exists. */
export const isSetupLinkValid = async (db: Tx, token: string, now: Date): Promise<boolean> =>
  (await db.$count(setupLinks, isLink(token, now))) > 0 && !(await hasAdmin(db));

/** Makes the setup link valid for 30 minutes from now. Throws SETUP_LINK_INVALID. */
export const extendSetupLink = async (db: Tx, token: string, now: Date): Promise<void> => {
  if (!(await isSetupLinkValid(db, token, now))) throw appError('SETUP_LINK_INVALID');
  const expiresAt = new Date(now.getTime() + LINK_TTL_MS);
  await db.update(setupLinks).set({ expiresAt }).where(isLink(token, now));
};

/** Whether an admin can be created with the token: that of a valid setup link or of a valid invitation. */
const isSetupTokenValid = async (db: Tx, token: string, now: Date): Promise<boolean> =>
  (await isSetupLinkValid(db, token, now)) ||
  (await db.$count(staffInvitations, isInvitation(token, now))) > 0;

/** Deletes the link or invitation; a concurrent call waits for this transaction. Returns whether the token was valid. */
const consumeSetupToken = async (tx: Tx, token: string, now: Date): Promise<boolean> => {
  const links = await tx.delete(setupLinks).where(isLink(token, now)).returning();
  if (links.length > 0) return !(await hasAdmin(tx));
  const invitations = await tx.delete(staffInvitations).where(isInvitation(token, now)).returning();
  return invitations.length > 0;
};

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
