import { gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { readSection } from '#core/content/server/read-sections.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { messageSections } from '../contract/sections.ts';
import type { refusalMessageKinds } from './message-kinds.ts';
import { studioRecipients } from './recipients.ts';
import { providerRefusals as refusals, notifications } from './tables.ts';

const MAIL_INTERVAL_MS = 24 * 3_600_000;

interface Refusal {
  readonly code: string | null | undefined;
  readonly isVerificationCode: boolean;
}

/** Also queues an e-mail to each e-mail address of the studio, at most once in 24 hours. */
export const recordRefusal = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { code = null, isVerificationCode }: Refusal,
): Promise<void> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    const failedCodes = isVerificationCode ? 1 : 0;
    await tx
      .insert(refusals)
      .values({ failedCodes, resultCode: code })
      .onConflictDoUpdate({
        target: refusals.id,
        set: { failedCodes: sql`${refusals.failedCodes} + ${failedCodes}`, resultCode: code },
      });
    const { studioEmails } = await readSection(tx, messageSections.messages);
    if (studioEmails.length === 0) return;
    const wasMailedBefore = lt(refusals.mailedAt, new Date(now.getTime() - MAIL_INTERVAL_MS));
    const due = await tx
      .update(refusals)
      .set({ mailedAt: now })
      .where(or(isNull(refusals.mailedAt), wasMailedBefore))
      .returning({ id: refusals.id });
    if (due.length === 0) return;
    const recipients = studioRecipients({ studioPhones: [], studioEmails });
    const values = { 링크: '/admin' };
    const message = {
      kind: 'MESSAGES_REFUSED' satisfies keyof typeof refusalMessageKinds,
      values,
      dueAt: now,
      createdAt: now,
    };
    await tx.insert(notifications).values(recipients.map((recipient) => ({ ...message, ...recipient })));
  });

/** Forgets the refusals. Called when the provider has accepted a message. */
export const clearRefusals = async (db: Db): Promise<void> => {
  await db
    .update(refusals)
    .set({ failedCodes: 0, resultCode: null })
    .where(or(gt(refusals.failedCodes, 0), isNotNull(refusals.resultCode)));
};
