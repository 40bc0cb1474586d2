import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { members, notifications } from '#server/db/schema.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { documentMessages } from './message-text.ts';

export type AnnouncedKind = keyof typeof documentMessages;

export const isAnnounced = (section: string): section is AnnouncedKind => section in documentMessages;

const isRecipient = and(eq(members.status, 'ACTIVE'), isNotNull(members.phone));

/** Counts the members whom a new version is announced to by a message: all with a phone number, unless the studio switched it off. */
export const countRecipients = async (db: Tx): Promise<number> =>
  (await readSection(db, 'messages')).termsChanged ? db.$count(members, isRecipient) : 0;

interface AnnouncedVersion {
  readonly version: number;
  readonly now: Date;
}

/** Queues the announcement of a new version of a document, in its transaction. */
export const queueAnnouncement = async (
  tx: Tx,
  kind: AnnouncedKind,
  { version, now }: AnnouncedVersion,
): Promise<void> => {
  if (!(await readSection(tx, 'messages')).termsChanged) return;
  const at = now.toISOString();
  await tx.execute(sql`
    insert into notifications (kind, member_id, subject_version, due_at, created_at)
    select ${documentMessages[kind].changed}, id, ${version}, ${at}::timestamptz, ${at}::timestamptz
    from members where ${isRecipient}`);
};

/**
 * Cancels the announcements of a withdrawn version that wait, and queues a message to the members who may have got one, in the
 * transaction of the withdrawal.
 */
export const queueWithdrawal = async (
  tx: Tx,
  kind: AnnouncedKind,
  { version, now }: AnnouncedVersion,
): Promise<void> => {
  const { changed, withdrawn } = documentMessages[kind];
  const isOfVersion = and(eq(notifications.kind, changed), eq(notifications.subjectVersion, version));
  // Waits for messages that are being claimed, which count as sent below.
  await tx
    .update(notifications)
    .set({ state: 'SUPERSEDED', settledAt: now })
    .where(and(isOfVersion, eq(notifications.state, 'QUEUED')));
  const at = now.toISOString();
  await tx.execute(sql`
    insert into notifications (kind, member_id, subject_version, due_at, created_at)
    select ${withdrawn}, member_id, ${version}, ${at}::timestamptz, ${at}::timestamptz
    from notifications where ${isOfVersion} and state not in ('SUPERSEDED', 'FAILED')
      and member_id is not null`);
};
