import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import type { MessageValues } from '#core/messages/server/message-text.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { formatMonthDay, seoulInstant } from '#platform/contract/seoul-time.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { legalDocumentTitles } from '../../contract/legal/documents.ts';
import { legalDocumentPath } from '../../contract/page-paths.ts';
import { readSection } from '../read-sections.ts';
import { documentMessages } from './message-kinds.ts';

export type AnnouncedKind = keyof typeof documentMessages;

export const isAnnounced = (section: string): section is AnnouncedKind => section in documentMessages;

const isRecipient = and(eq(members.status, 'ACTIVE'), isNotNull(members.phone));

/** Counts all active members with a phone number, or none while the studio has switched these messages off. */
export const countRecipients = async (db: Tx): Promise<number> =>
  (await readSection(db, messageSections.messages)).termsChanged ? db.$count(members, isRecipient) : 0;

interface AnnouncedVersion {
  readonly version: number;
  /** ISO date. */
  readonly effectiveOn: string;
  readonly now: Date;
}

/** The values of a message about a version of a document. */
export const describeDocument = (
  kind: AnnouncedKind,
  { version, effectiveOn }: Pick<AnnouncedVersion, 'version' | 'effectiveOn'>,
): MessageValues => ({
  문서: legalDocumentTitles[kind],
  시행일: formatMonthDay(effectiveOn),
  링크: legalDocumentPath(kind, version),
});

/**
 * Queues the announcement of a new version of a document, in the transaction of its publication, unless the studio has switched these
 * messages off. Messages that are not sent before the version is in force are dropped.
 */
export const queueAnnouncement = async (
  tx: Tx,
  kind: AnnouncedKind,
  { now, ...document }: AnnouncedVersion,
): Promise<void> => {
  if (!(await readSection(tx, messageSections.messages)).termsChanged) return;
  const values = JSON.stringify(describeDocument(kind, document));
  const at = now.toISOString();
  await tx.execute(sql`
    insert into notifications (kind, member_id, subject_version, "values", drop_at, due_at, created_at)
    select ${documentMessages[kind].changed}, id, ${document.version}, ${values}::jsonb,
      ${seoulInstant(document.effectiveOn, 0).toISOString()}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from members where ${isRecipient}`);
};

/**
 * Drops the announcements of a withdrawn version that were not sent, and queues a message to the members who may have got one, in
 * the transaction of the withdrawal.
 */
export const queueWithdrawal = async (
  tx: Tx,
  kind: AnnouncedKind,
  { now, ...document }: AnnouncedVersion,
): Promise<void> => {
  const { changed, withdrawn } = documentMessages[kind];
  const isOfVersion = and(
    eq(notifications.kind, changed),
    eq(notifications.subjectVersion, document.version),
  );
  // Waits for messages that are being claimed, which count as sent below.
  await tx
    .update(notifications)
    .set({
      state: sql`case state when 'QUEUED' then 'SUPERSEDED' else state end`,
      settledAt: sql`case state when 'QUEUED' then ${now.toISOString()}::timestamptz else settled_at end`,
      dropAt: notifications.createdAt,
    })
    .where(isOfVersion);
  const values = JSON.stringify(describeDocument(kind, document));
  const at = now.toISOString();
  await tx.execute(sql`
    insert into notifications (kind, member_id, subject_version, "values", due_at, created_at)
    select ${withdrawn}, member_id, ${document.version}, ${values}::jsonb, ${at}::timestamptz, ${at}::timestamptz
    from notifications where ${isOfVersion} and state not in ('SUPERSEDED', 'FAILED')
      and member_id is not null`);
};
