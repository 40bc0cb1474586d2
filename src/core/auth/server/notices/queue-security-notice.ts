import { readSection } from '#core/content/server/read-sections.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import { studioRecipients } from '#core/messages/server/recipients.ts';
import { notifications } from '#core/messages/server/tables.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { securityMessageKinds } from './message-kinds.ts';

type StudioNotice = 'ADMIN_LOGIN' | 'ADMIN_PASSWORD_RESET' | 'ADMIN_PHONE_CHANGED';

type SecurityNotice = { readonly kind: keyof typeof securityMessageKinds } & (
  | { readonly kind: 'LOGIN_ID_FOUND' | 'PASSWORD_RESET'; readonly memberId: string }
  /** The account is gone, so the notification has the phone number. */
  | { readonly kind: 'WITHDRAWN'; readonly phone: string }
  /** Sent to the old number. */
  | { readonly kind: 'PHONE_CHANGED'; readonly memberId: string; readonly phone: string }
  | { readonly kind: StudioNotice; readonly recipient: string; readonly address: string }
);

/** Queues a notice about the security of an account. It is also sent at night. */
export const queueSecurityNotice = async (tx: Tx, notice: SecurityNotice, now: Date): Promise<void> => {
  const sent = { values: {}, sendsAtNight: true, dueAt: now, createdAt: now };
  await tx.insert(notifications).values({ ...notice, ...sent });
};

/**
 * Queues a notice about an admin's account to the studio: about a login from a new device to its first number, if any, and about a change
 * to every number.
 */
export const queueStudioNotices = async (tx: Tx, kind: StudioNotice, now: Date): Promise<void> => {
  const { studioPhones } = await readSection(tx, messageSections.messages);
  const phones = kind === 'ADMIN_LOGIN' ? studioPhones.slice(0, 1) : studioPhones;
  for (const recipient of studioRecipients({ studioPhones: phones, studioEmails: [] }))
    await queueSecurityNotice(tx, { kind, ...recipient }, now);
};
