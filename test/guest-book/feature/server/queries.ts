import { and, desc, eq, lt } from 'drizzle-orm';
import { readSection } from '#core/content/server/read-sections.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import { studioRecipients } from '#core/messages/server/recipients.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { addDays, seoulDate, seoulInstant } from '#platform/contract/seoul-time.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { guestBookMessageKinds } from './message-kinds.ts';
import { guestBookEntries as entries } from './tables.ts';

const SIGNED = 'GUEST_BOOK_SIGNED' satisfies keyof typeof guestBookMessageKinds;
const PAGE_SIZE = 50;
const SHOWN_DAYS = 90;

export const findEntries = (db: Db) =>
  db.select().from(entries).where(eq(entries.isShown, true)).orderBy(desc(entries.id)).limit(PAGE_SIZE);

/** Stores an entry and tells the studio. */
export const addEntry = (db: Db, memberId: string, content: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.insert(entries).values({ memberId, content, createdAt: now });
    const recipients = studioRecipients(await readSection(tx, messageSections.messages));
    if (recipients.length === 0) return;
    const message = { kind: SIGNED, values: { 링크: '/guest-book' }, dueAt: now, createdAt: now };
    await tx.insert(notifications).values(recipients.map((recipient) => ({ ...message, ...recipient })));
  });

/** Whether there was such an entry. */
export const hideEntry = async (db: Db, id: number): Promise<boolean> => {
  const hidden = db.update(entries).set({ isShown: false }).where(eq(entries.id, id));
  return (await hidden.returning({ id: entries.id })).length > 0;
};

export const deleteEntriesOfMember = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.delete(entries).where(eq(entries.memberId, memberId));
};

/** Hides entries that are older than 90 days. */
export const hideOldEntries = async (db: Db, now: Date): Promise<void> => {
  const first = seoulInstant(addDays(seoulDate(now), -SHOWN_DAYS), 0);
  await db
    .update(entries)
    .set({ isShown: false })
    .where(and(lt(entries.createdAt, first), eq(entries.isShown, true)));
};
