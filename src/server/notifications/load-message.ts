import { and, desc, eq, sql } from 'drizzle-orm';
import { legalDocumentTitles, type LegalDocumentKind } from '#contract/legal/documents.ts';
import type { Notification } from '#contract/notifications.ts';
import { adminReservationPath, legalDocumentPath, reservationHistoryPath } from '#contract/page-paths.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import type { Studio } from '#contract/studio.ts';
import { members, notifications, reservationEvents, reservations } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Mail } from '#server/ports/mail/mailer.ts';
import type { SmsMessage } from '#server/ports/sms/sms.ts';
import { findDocument } from '#server/studio/legal/documents.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { fillTemplate } from './alimtalk-template.ts';
import {
  findDocumentKind,
  formatDay,
  formatMeeting,
  formatMessage,
  isWithdrawal,
  type MessageDocument,
  type MessageReservation,
  type MessageSubject,
} from './message-text.ts';
import { MOBILE } from './queue-reservation-messages.ts';
import { startOf } from './quiet-hours.ts';

export interface ClaimedNotification extends Record<string, unknown> {
  readonly id: number | string;
  readonly kind: Notification['kind'];
  readonly memberId: string | null;
  readonly reservationId: number | string | null;
  readonly subjectVersion: number | string;
  /** `CUSTOMER`, `STUDIO 1` or `EMAIL 1`. */
  readonly recipient: string;
  /** The number of an account that was deleted, or the old number of a member. */
  readonly phone: string | null;
  readonly attempts: number;
  /** When the attempt began, in milliseconds since 1970. */
  readonly startedAt: string;
}

export const claimedColumns = sql`id, kind, member_id as "memberId", reservation_id as "reservationId",
  subject_version as "subjectVersion", recipient, phone, attempts,
  (extract(epoch from due_at) * 1000)::bigint::text as "startedAt"`;

/** Matches the notification while its result is unknown and nobody has ended it or queued it again since this attempt began. */
export const isAttempt = ({ id, startedAt }: ClaimedNotification) =>
  and(
    eq(notifications.id, Number(id)),
    eq(notifications.state, 'UNKNOWN'),
    eq(notifications.dueAt, new Date(Number(startedAt))),
  );

type ComposedMessage =
  | { readonly kind: 'sms'; readonly message: SmsMessage }
  | { readonly kind: 'mail'; readonly mail: Mail }
  /** The recipient has no mobile number or e-mail address. */
  | { readonly kind: 'nobody' }
  /** The recipient has deleted their account. */
  | { readonly kind: 'withdrawn' };

export type LoadedMessage =
  | ComposedMessage
  /** The reservation has changed since, or the meeting has begun, or the document is in force or withdrawn. */
  | { readonly kind: 'superseded' };

/** Differs for each attempt at a notification. */
const referenceOf = ({ id, startedAt }: ClaimedNotification): string => `${id}-${startedAt}`;

interface FoundReservation extends MessageReservation {
  readonly id: number;
  readonly version: number;
  readonly guestName: string | null;
  readonly guestPhone: string | null;
}

type LoadDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

const findReservation = async (db: Deps['db'], id: number): Promise<FoundReservation | undefined> => {
  const [row] = await db.select().from(reservations).where(eq(reservations.id, id));
  if (row === undefined) return undefined;
  const { date, slot, shootType, guestName, guestPhone } = row;
  const ofThis = eq(reservationEvents.reservationId, id);
  const version = await db.$count(reservationEvents, ofThis);
  const [before] = await db
    .select({ date: reservationEvents.date, slot: reservationEvents.slot })
    .from(reservationEvents)
    .where(ofThis)
    .orderBy(desc(reservationEvents.id))
    .limit(1);
  return { id, meeting: { date, slot }, before: before ?? null, shootType, version, guestName, guestPhone };
};

const findMember = async (db: Deps['db'], memberId: string | null) => {
  if (memberId === null) return undefined;
  const { name, phone } = members;
  const [member] = await db.select({ name, phone }).from(members).where(eq(members.id, memberId));
  return member;
};

interface AnnouncedDocument extends MessageDocument {
  readonly isWithdrawn: boolean;
}

const findAnnounced = async (
  { db, clock }: LoadDeps,
  kind: LegalDocumentKind,
  version: number,
): Promise<AnnouncedDocument> => {
  const found = await findDocument(db, kind, { version, now: clock.now() });
  if (found === null) throw new Error(`version ${version} of ${kind} is missing`);
  const { isWithdrawn, body } = found;
  return { title: legalDocumentTitles[kind], effectiveOn: body.effectiveOn, isWithdrawn };
};

/** The page that shows a customer what a message tells of. */
const findPath = (
  { kind, subjectVersion }: Pick<ClaimedNotification, 'kind' | 'subjectVersion'>,
  reservationId: number | undefined,
): string => {
  const document = findDocumentKind(kind);
  if (document !== undefined) return legalDocumentPath(document, Number(subjectVersion));
  return reservationId === undefined ? '/question?mine=true' : reservationHistoryPath(reservationId);
};

/** The values of the variables of the alimtalk templates. */
export const variablesOf = (
  { name, phone, address }: Pick<Studio, 'name' | 'phone' | 'address'>,
  { reservation, document }: MessageSubject,
  { customer, link }: { readonly customer: string; readonly link: string },
): Readonly<Record<string, string>> => ({
  스튜디오: name,
  전화번호: phone,
  주소: address,
  고객명: customer,
  링크: link,
  ...(document !== undefined && { 문서: document.title, 시행일: formatDay(document.effectiveOn) }),
  ...(reservation !== undefined && {
    일시: formatMeeting(reservation.meeting),
    이전일시: formatMeeting(reservation.before ?? reservation.meeting),
    카테고리: shootTypeLabels[reservation.shootType],
  }),
});

const loadForStudio = async (
  { db, settings }: LoadDeps,
  claimed: ClaimedNotification,
  reservation: FoundReservation | undefined,
): Promise<ComposedMessage> => {
  const { kind, recipient } = claimed;
  const { studioPhones, studioEmails } = await readSection(db, 'messages');
  const identity = await readSection(db, 'identity');
  const [channel, position] = recipient.split(' ');
  const index = Number(position) - 1;
  const text = formatMessage(identity, kind, { reservation });
  if (channel === 'EMAIL') {
    const to = studioEmails[index];
    if (to === undefined) return { kind: 'nobody' };
    const listPath = kind === 'QUESTION_ASKED' ? '/admin/questions' : '/admin';
    const path = reservation === undefined ? listPath : adminReservationPath(reservation.id);
    const mail = { to, subject: text, text: `${text}\n\n${settings.publicUrl}${path}\n` };
    return { kind: 'mail', mail };
  }
  const to = studioPhones[index];
  return to === undefined
    ? { kind: 'nobody' }
    : { kind: 'sms', message: { to, text, reference: referenceOf(claimed) } };
};

interface FoundSubject {
  readonly reservation: FoundReservation | undefined;
  readonly document: AnnouncedDocument | undefined;
}

const findSubject = async (
  deps: LoadDeps,
  { kind, reservationId, subjectVersion }: ClaimedNotification,
): Promise<FoundSubject> => {
  const section = findDocumentKind(kind);
  return {
    reservation: reservationId === null ? undefined : await findReservation(deps.db, Number(reservationId)),
    document: section === undefined ? undefined : await findAnnounced(deps, section, Number(subjectVersion)),
  };
};

const isSuperseded = (
  { reservation, document }: FoundSubject,
  { kind, subjectVersion }: ClaimedNotification,
  now: Date,
): boolean =>
  (reservation !== undefined &&
    (startOf(reservation.meeting) <= now || reservation.version !== Number(subjectVersion))) ||
  (document !== undefined &&
    !isWithdrawal(kind) &&
    (document.isWithdrawn || document.effectiveOn <= seoulDate(now)));

const composeMessage = async (
  deps: LoadDeps,
  claimed: ClaimedNotification,
  { reservation, document }: FoundSubject,
): Promise<ComposedMessage> => {
  const { db, settings } = deps;
  const { kind, memberId, recipient, attempts } = claimed;
  if (recipient !== 'CUSTOMER') return loadForStudio(deps, claimed, reservation);

  const member = await findMember(db, memberId);
  const isGuest = reservation !== undefined && reservation.guestName !== null;
  if (member === undefined && !isGuest && claimed.phone === null) return { kind: 'withdrawn' };
  // The notice of a new number never goes to that number, not even when it is sent again and the old one is deleted.
  const to =
    kind === 'PHONE_CHANGED' ? claimed.phone : (reservation?.guestPhone ?? member?.phone ?? claimed.phone);
  if (to == null || !MOBILE.test(to)) return { kind: 'nobody' };
  const identity = await readSection(db, 'identity');
  const subject = { reservation, document };
  const text = formatMessage(identity, kind, subject);
  // A retry is an SMS: the provider may have refused the template.
  const reference = referenceOf(claimed);
  if (attempts > 1) return { kind: 'sms', message: { to, text, reference } };
  const values = variablesOf(identity, subject, {
    customer: reservation?.guestName ?? member?.name ?? '',
    link: `${settings.publicUrl}${findPath(claimed, reservation?.id)}`,
  });
  const alimtalk = fillTemplate(await readSection(db, 'alimtalk'), kind, values);
  return { kind: 'sms', message: { to, text, alimtalk, reference } };
};

/** Reads what a message says and to whom it goes, right before it is sent. */
export const loadMessage = async (deps: LoadDeps, claimed: ClaimedNotification): Promise<LoadedMessage> => {
  const subject = await findSubject(deps, claimed);
  const composed = await composeMessage(deps, claimed, subject);
  const isOutdated = composed.kind !== 'withdrawn' && isSuperseded(subject, claimed, deps.clock.now());
  return isOutdated ? { kind: 'superseded' } : composed;
};

/** As `loadMessage`, for a message that may have been sent: it does not matter whether it still would be. */
export const loadSentMessage = async (
  deps: LoadDeps,
  claimed: ClaimedNotification,
): Promise<ComposedMessage> => composeMessage(deps, claimed, await findSubject(deps, claimed));
