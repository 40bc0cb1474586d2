import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import { contentSections } from '#core/content/contract/sections.ts';
import type { Studio } from '#core/content/contract/studio.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Mail } from '#platform/server/ports/mail/mailer.ts';
import type { SmsMessage } from '#platform/server/ports/sms/sms.ts';
import { messageSections } from '../contract/sections.ts';
import type { MessageKinds } from './message-kind.ts';
import { fillTemplate, formatMessage, type MessageValues } from './message-text.ts';
import { MOBILE } from './recipients.ts';
import { notifications } from './tables.ts';

type NotificationRow = typeof notifications.$inferSelect;

/** The `dueAt` of a claimed notification is the time when the attempt began. */
export interface ClaimedNotification extends NotificationRow {
  /** Whether it was dropped by a change of its subject, or a message about a later change of the reservation was queued. */
  readonly isOutdated: boolean;
}

export const claimedColumns = {
  ...getTableColumns(notifications),
  isOutdated: sql<boolean>`coalesce(drop_at <= created_at, false) or exists (
    select from notifications as later
    where later.reservation_id = notifications.reservation_id and later.subject_version > notifications.subject_version
  )`,
};

/** Matches messages of kinds that this version of the server knows. Another version may have queued others. */
export const isKnown = (kinds: MessageKinds) => inArray(sql`kind`, Object.keys(kinds));

/** Changes the notification only while its result is unknown, and if nobody has ended it or queued it again since this attempt began. */
export const updateAttempt = async (
  db: Deps['db'],
  { id, dueAt }: ClaimedNotification,
  values: Partial<NotificationRow>,
): Promise<void> => {
  const isAttempt = and(
    eq(notifications.id, id),
    eq(notifications.state, 'UNKNOWN'),
    eq(notifications.dueAt, dueAt),
  );
  await db.update(notifications).set(values).where(isAttempt);
};

export type LoadedMessage =
  | { readonly kind: 'sms'; readonly message: SmsMessage }
  | { readonly kind: 'mail'; readonly mail: Mail }
  /**
   * `nobody`: no mobile number or e-mail address is known. `withdrawn`: the recipient's data was deleted. `superseded`: the
   * reservation has changed, or the version of the document was withdrawn. `expired`: the meeting that it tells of has begun, or the
   * document is in force.
   */
  | { readonly kind: 'nobody' | 'withdrawn' | 'superseded' | 'expired' };

type LoadDeps = Pick<Deps, 'db' | 'clock' | 'env'> & { readonly kinds: MessageKinds };

/** The values of the variables of the alimtalk templates. */
export const variablesOf = (
  { name, phone, address }: Pick<Studio, 'name' | 'phone' | 'address'>,
  values: MessageValues,
): MessageValues => ({ 스튜디오: name, 전화번호: phone, 주소: address, ...values });

const findMember = async (db: Deps['db'], memberId: string | null) => {
  if (memberId === null) return undefined;
  const { name, phone } = members;
  const [member] = await db.select({ name, phone }).from(members).where(eq(members.id, memberId));
  return member;
};

/**
 * Composes a message from its values. The studio's details, the member's name and number, and the templates are read now, because they may
 * have changed since it was queued.
 */
export const composeMessage = async (
  { db, env, kinds }: LoadDeps,
  claimed: ClaimedNotification,
): Promise<LoadedMessage> => {
  const { recipient, address, phone, values } = claimed;
  const kind = kinds[claimed.kind];
  if (kind === undefined || values === null) throw new Error(`message ${claimed.id} should not be claimed`);
  const identity = await readSection(db, contentSections.identity);
  const text = formatMessage(identity, kind, values);
  const link = `${env.publicUrl}${values['링크'] ?? ''}`;
  if (recipient.startsWith('EMAIL'))
    return address === null
      ? { kind: 'nobody' }
      : { kind: 'mail', mail: { to: address, subject: text, text: `${text}\n\n${link}\n` } };
  const isForCustomer = recipient === 'CUSTOMER';
  const member = await findMember(db, claimed.memberId);
  const to = kind.isForOldNumber === true ? phone : (address ?? member?.phone ?? phone);
  if (isForCustomer && member === undefined && address === null && phone === null)
    return { kind: 'withdrawn' };
  if (to === null || (isForCustomer && !MOBILE.test(to))) return { kind: 'nobody' };
  // Differs for each attempt.
  const reference = `${claimed.id}-${claimed.dueAt.getTime()}`;
  // A retry is an SMS: the provider may have refused the template.
  if (!isForCustomer || claimed.attempts > 1) return { kind: 'sms', message: { to, text, reference } };
  const variables = variablesOf(identity, { 고객명: member?.name ?? '', ...values, 링크: link });
  const alimtalk = fillTemplate(await readSection(db, messageSections.alimtalk), kind, variables);
  return { kind: 'sms', message: { to, text, alimtalk, reference } };
};

/** As `composeMessage`, but also checks whether the message is superseded or has expired. */
export const loadMessage = async (deps: LoadDeps, claimed: ClaimedNotification): Promise<LoadedMessage> => {
  const composed = await composeMessage(deps, claimed);
  if (composed.kind === 'withdrawn') return composed;
  if (claimed.isOutdated) return { kind: 'superseded' };
  const isOver = claimed.dropAt !== null && claimed.dropAt <= deps.clock.now();
  return isOver ? { kind: 'expired' } : composed;
};
