import { eq } from 'drizzle-orm';
import { customType, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { members } from '#core/auth/server/tables.ts';
import { appError } from '#platform/contract/errors.ts';
import { timestamptz } from '#platform/server/db/column-types.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import type { Note, NoteBody } from '../contract/notes.ts';

type SubjectId = string | number;

/** Declares a table of the studio's notes about one kind of subject. `type`: of the column with the subject's id. */
export const notesTable = (name: string, subjectColumn: string, type: 'uuid' | 'bigint') =>
  pgTable(name, {
    subjectId: customType<{ data: SubjectId }>({ dataType: () => type })(subjectColumn).primaryKey(),
    text: text('text').notNull(),
    changedBy: uuid('changed_by'),
    changedAt: timestamptz('changed_at').notNull(),
  });
type NotesTable = ReturnType<typeof notesTable>;

export const findNote = async (db: Tx, notes: NotesTable, id: SubjectId): Promise<Note | null> => {
  const [row] = await db
    .select({ text: notes.text, changedAt: notes.changedAt, changedBy: members.loginId })
    .from(notes)
    .leftJoin(members, eq(members.id, notes.changedBy))
    .where(eq(notes.subjectId, id));
  return row === undefined ? null : { ...row, changedAt: row.changedAt.toISOString() };
};

interface NoteSubject {
  readonly notes: NotesTable;
  readonly kind: 'MEMBER' | 'RESERVATION';
  readonly id: SubjectId;
  /** Locks the subject, which serializes concurrent saves and keeps it while the note is written. Returns no row without a subject. */
  readonly lock: (tx: Tx) => PromiseLike<readonly unknown[]>;
}

/**
 * Saves the note about a subject; an empty text deletes it. Throws NOT_FOUND without a subject, and NOTE_CHANGED when `seenAt` is not
 * the `changedAt` of the stored note, or null without one.
 */
export const saveNote = (
  db: Db,
  { notes, kind, id, lock }: NoteSubject,
  { text: newText, seenAt }: NoteBody,
  change: AuditContext,
): Promise<Note | null> =>
  db.transaction(async (tx) => {
    if ((await lock(tx)).length === 0) throw appError('NOT_FOUND');
    const before = await findNote(tx, notes, id);
    // A proxy may repeat the request, and another admin may have written the same.
    if ((before?.text ?? '') === newText) return before;
    if ((before?.changedAt ?? null) !== seenAt) throw appError('NOTE_CHANGED');
    // Two saves within a millisecond would have the same `changedAt`.
    const earliest = before === null ? 0 : Date.parse(before.changedAt) + 1;
    const changedAt = new Date(Math.max(change.now.getTime(), earliest));
    const row = { text: newText, changedBy: change.member.id, changedAt };
    if (newText === '') await tx.delete(notes).where(eq(notes.subjectId, id));
    else
      await tx
        .insert(notes)
        .values({ subjectId: id, ...row })
        .onConflictDoUpdate({ target: notes.subjectId, set: row });
    const action = `UPDATE_${kind}_NOTE` as const;
    await recordAudit(tx, change, { action, target: `${kind.toLowerCase()}:${id}` });
    return findNote(tx, notes, id);
  });
