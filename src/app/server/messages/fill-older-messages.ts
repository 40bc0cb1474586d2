import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { describeDocument, type AnnouncedKind } from '#core/content/server/legal/document-announcements.ts';
import { findDocument } from '#core/content/server/legal/documents.ts';
import { documentMessages } from '#core/content/server/legal/message-kinds.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import { studioRecipients } from '#core/messages/server/recipients.ts';
import { notifications } from '#core/messages/server/tables.ts';
import {
  describeReservation,
  withCategory,
} from '#features/reservations/server/messages/queue-reservation-messages.ts';
import { reservationEvents, reservations } from '#features/reservations/server/tables.ts';
import { seoulInstant } from '#platform/contract/seoul-time.ts';
import type { Deps } from '#platform/server/deps.ts';

type Row = typeof notifications.$inferSelect;
type Filled = Partial<Pick<Row, 'dropAt' | 'address'>> & { readonly values?: Row['values'] | SQL };
type FillDeps = Pick<Deps, 'db' | 'clock'>;

const describeByReservation = async ({ db }: FillDeps, row: Row, reservationId: number): Promise<Filled> => {
  const [reservation] = await db.select().from(reservations).where(eq(reservations.id, reservationId));
  if (reservation === undefined) return {};
  const ofThis = eq(reservationEvents.reservationId, reservationId);
  const events = await db.select().from(reservationEvents).where(ofThis).orderBy(desc(reservationEvents.id));
  const { values, dropAt } = describeReservation(reservation, row.recipient, events[0]);
  const isCurrent = events.length === row.subjectVersion;
  const address = row.recipient === 'CUSTOMER' && { address: reservation.guestPhone };
  const withName = withCategory(values, reservation.shootType);
  return { ...address, values: withName, dropAt: isCurrent ? dropAt : row.createdAt };
};

const describeByDocument = async (deps: FillDeps, row: Row, kind: AnnouncedKind): Promise<Filled> => {
  const version = row.subjectVersion;
  const document = await findDocument(deps.db, kind, { version, now: deps.clock.now() });
  if (document === null) return {};
  const { effectiveOn } = document.body;
  const values = describeDocument(kind, { version, effectiveOn });
  if (row.kind === documentMessages[kind].withdrawn) return { values };
  return { values, dropAt: document.isWithdrawn ? row.createdAt : seoulInstant(effectiveOn, 0) };
};

const links: Readonly<Record<string, string>> = {
  QUESTION_ANSWERED: '/question?mine=true',
  QUESTION_ASKED: '/admin/questions',
  MESSAGES_REFUSED: '/admin',
};

const describeOlder = (deps: FillDeps, row: Row): Filled | Promise<Filled> => {
  const document = (['terms', 'privacy', 'refund'] as const).find((kind) =>
    Object.values<string>(documentMessages[kind]).includes(row.kind),
  );
  if (document !== undefined) return describeByDocument(deps, row, document);
  if (row.reservationId !== null) return describeByReservation(deps, row, row.reservationId);
  const link = links[row.kind];
  return { values: link === undefined ? {} : { 링크: link } };
};

/**
 * Adds the missing `values` to messages that may still be sent and that a process of version 0.2.1 or earlier queued, also during an
 * upgrade. Messages without `values` are not sent.
 */
export const fillOlderMessages = async (deps: FillDeps): Promise<void> => {
  const mayBeSent = inArray(notifications.state, ['QUEUED', 'UNKNOWN', 'FAILED']);
  const rows = await deps.db
    .select()
    .from(notifications)
    .where(and(isNull(notifications.values), mayBeSent));
  if (rows.length === 0) return;
  const studio = studioRecipients(await readSection(deps.db, messageSections.messages));
  for (const row of rows) {
    const address = studio.find(({ recipient }) => recipient === row.recipient)?.address ?? null;
    await deps.db
      .update(notifications)
      .set({ address, ...(await describeOlder(deps, row)) })
      .where(and(eq(notifications.id, row.id), isNull(notifications.values)));
  }
};
