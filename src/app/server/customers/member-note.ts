import { eq } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { members } from '#core/auth/server/tables.ts';
import type { adminMemberEndpoints, MemberNote } from '#features/members/contract/admin-members.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { memberNotes } from './tables.ts';

export const findMemberNote = async (db: Tx, memberId: string): Promise<MemberNote | null> => {
  const [row] = await db
    .select({ text: memberNotes.text, changedAt: memberNotes.changedAt, changedBy: members.loginId })
    .from(memberNotes)
    .leftJoin(members, eq(members.id, memberNotes.changedBy))
    .where(eq(memberNotes.memberId, memberId));
  return row === undefined ? null : { ...row, changedAt: row.changedAt.toISOString() };
};

/**
 * Saves the note about a member; an empty text deletes it. Throws NOT_FOUND, and NOTE_CHANGED when `seenAt` is not the
 * `changedAt` of the stored note, or null without one.
 */
export const saveMemberNote = (
  db: Db,
  memberId: string,
  { text, seenAt }: BodyOf<typeof adminMemberEndpoints.saveMemberNote>,
  change: AuditContext,
): Promise<MemberNote | null> =>
  db.transaction(async (tx) => {
    // Serializes concurrent saves, and keeps the member while the note is written.
    const found = await tx
      .select({ id: members.id })
      .from(members)
      .where(eq(members.id, memberId))
      .for('update');
    if (found.length === 0) throw appError('NOT_FOUND');
    const before = await findMemberNote(tx, memberId);
    if ((before?.changedAt ?? null) !== seenAt) throw appError('NOTE_CHANGED');
    // Two saves within a millisecond would have the same `changedAt`.
    const earliest = before === null ? 0 : Date.parse(before.changedAt) + 1;
    const row = {
      text,
      changedBy: change.member.id,
      changedAt: new Date(Math.max(change.now.getTime(), earliest)),
    };
    if (text === '') await tx.delete(memberNotes).where(eq(memberNotes.memberId, memberId));
    else
      await tx
        .insert(memberNotes)
        .values({ memberId, ...row })
        .onConflictDoUpdate({ target: memberNotes.memberId, set: row });
    await recordAudit(tx, change, { action: 'UPDATE_MEMBER_NOTE', target: `member:${memberId}` });
    return findMemberNote(tx, memberId);
  });
