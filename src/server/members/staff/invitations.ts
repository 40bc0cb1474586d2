import { randomBytes } from 'node:crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import { INVITATION_HOURS } from '#contract/staff.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { members, staffInvitations } from '#server/db/schema.ts';
import { sha256Hex } from '#server/files/sha256.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';

const TOKEN_BYTES = 24;

const isInvitation = (token: string, now: Date) =>
  and(eq(staffInvitations.tokenHash, sha256Hex(token)), gt(staffInvitations.expiresAt, now));

/** Creates an invitation; returns the token of its link, which is not stored. */
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

export const isInvitationValid = async (db: Tx, token: string, now: Date): Promise<boolean> =>
  (await db.$count(staffInvitations, isInvitation(token, now))) > 0;

/** Deletes the invitation if it is valid; a concurrent call waits for this transaction. Returns whether it was valid. */
export const consumeInvitation = async (tx: Tx, token: string, now: Date): Promise<boolean> => {
  const used = await tx.delete(staffInvitations).where(isInvitation(token, now)).returning();
  return used.length > 0;
};
