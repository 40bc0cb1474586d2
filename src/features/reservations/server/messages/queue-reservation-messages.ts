import { eq, is, Placeholder, sql } from 'drizzle-orm';
import type { ShootType } from '#core/content/contract/categories.ts';
import { adminReservationPath, reservationHistoryPath } from '#core/content/contract/page-paths.ts';
import { categoryNameOf } from '#core/content/server/categories.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { messageSections, type MessageSettings } from '#core/messages/contract/sections.ts';
import type { MessageValues } from '#core/messages/server/message-text.ts';
import { MOBILE, studioRecipients } from '#core/messages/server/recipients.ts';
import { notifications } from '#core/messages/server/tables.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { definePrepared, placeholdersOf } from '#platform/server/db/define-prepared.ts';
import { MAX_SMS_BYTES, truncateToSmsBytes } from '#platform/server/ports/sms/sms-length.ts';
import { slotInstant } from '../../contract/bookable-dates.ts';
import { reservationEvents, type reservations, type SlotOfDay } from '../tables.ts';
import { formatMeetingStart, isBeforeEarlyMeeting } from './meeting-start.ts';
import type { reservationMessageKinds } from './message-kinds.ts';

const PHONE_MEETING = '전화 미팅';

interface ReservationChange {
  readonly messages: MessageSettings;
  readonly action: 'BOOKED' | 'MOVED' | 'CANCELLED' | 'REOPENED';
  readonly actor: 'MEMBER' | 'ADMIN';
  /** The meeting before a move. */
  readonly before?: SlotOfDay;
  readonly now: Date;
}

type Reservation = typeof reservations.$inferSelect;
type MessageSubject = SlotOfDay &
  Pick<Reservation, 'id' | 'shootType' | 'guestName' | 'meetingKind' | 'answers'>;
/** The reservation after the change. */
type ChangedReservation = MessageSubject & Pick<Reservation, 'memberId' | 'guestPhone'>;

/**
 * What the studio's message adds about the meeting: that it is by phone, and the answers, cut to the length of one SMS. Each run of
 * characters other than printable ASCII and Hangul, such as emoji and line breaks, becomes a space, because an SMS provider may refuse
 * them.
 */
const describeDetails = ({ meetingKind, answers }: Pick<Reservation, 'meetingKind' | 'answers'>): string => {
  const details = answers.map(({ question, answer }) => `${question}: ${answer}`);
  if (meetingKind === 'PHONE') details.unshift(PHONE_MEETING);
  const text = details.join(', ').replaceAll(/[^!-~ㄱ-ㆎ가-힣]+/g, ' ');
  return text === '' ? '' : ` ${truncateToSmsBytes(text, MAX_SMS_BYTES)}`;
};

/** Adds the category's name to the values of a message, in the statement that stores them. A placeholder for `values` is JSON text. */
export const withCategory = (values: MessageValues | Placeholder, shootType: ShootType | Placeholder) => {
  const json = is(values, Placeholder) ? values : JSON.stringify(values);
  return sql<MessageValues>`${json}::jsonb || jsonb_build_object('카테고리', ${categoryNameOf(sql`${shootType}`)})`;
};

/** The values of messages about a reservation, without its category, and when they are dropped. `before`: the meeting before a move. */
export const describeReservation = (
  { id, guestName, meetingKind, answers, ...meeting }: Omit<MessageSubject, 'shootType'>,
  recipient: string,
  before: SlotOfDay = meeting,
): { readonly values: MessageValues; readonly dropAt: Date } => ({
  values: {
    일시: formatMeetingStart(meeting),
    이전일시: formatMeetingStart(before),
    링크: recipient === 'CUSTOMER' ? reservationHistoryPath(id) : adminReservationPath(id),
    ...(guestName !== null && { 고객명: guestName }),
    // Templates for KakaoTalk may name the place.
    ...(meetingKind === 'PHONE' && { 미팅: PHONE_MEETING, 주소: PHONE_MEETING }),
    ...(recipient !== 'CUSTOMER' && { 상세: describeDetails({ meetingKind, answers }) }),
  },
  dropAt: slotInstant(meeting.date, meeting.slot),
});

const { placeholder } = sql;

/** Prepared, because bookings run it. */
const insertMessage = definePrepared((db) =>
  db
    .insert(notifications)
    .values({
      ...placeholdersOf('kind', 'memberId', 'recipient', 'address', 'sendsAtNight', 'dropAt'),
      values: withCategory(placeholder('values'), placeholder('shootType')),
      reservationId: placeholder('id'),
      // The number of changes so far.
      subjectVersion: sql`(select count(*) from ${reservationEvents}
        where ${reservationEvents.reservationId} = ${placeholder('id')})`,
      dueAt: placeholder('now'),
      createdAt: placeholder('now'),
    })
    .prepare('queue_reservation_message'),
);

type Recipient = Pick<typeof notifications.$inferSelect, 'recipient' | 'address' | 'memberId'>;

/**
 * Queues the messages about a new reservation or about a change of one, in its transaction. A change must have been recorded as an event
 * before. What the studio books or changes at night is told in the morning, unless an early meeting is near. All
 * statements have been sent to the database when this function returns.
 */
export const queueReservationMessages = (
  tx: Tx,
  reservation: ChangedReservation,
  { messages, action, actor, before, now }: ReservationChange,
): Promise<unknown> => {
  const { booked, changed, studioBooked } = messages;
  const { id, shootType, memberId, guestPhone } = reservation;
  const statements: Promise<unknown>[] = [];
  const queue = (
    kind: keyof typeof reservationMessageKinds,
    recipient: Recipient,
    sendsAtNight: boolean,
  ): void => {
    const described = describeReservation(reservation, recipient.recipient, before);
    statements.push(
      insertMessage(tx).execute({
        kind,
        id,
        shootType,
        sendsAtNight,
        now,
        ...recipient,
        ...described,
        values: JSON.stringify(described.values),
      }),
    );
  };
  const hasMobile = memberId !== null || (guestPhone !== null && MOBILE.test(guestPhone));
  if (hasMobile && (action === 'BOOKED' ? booked : changed)) {
    const sendsAtNight = actor === 'MEMBER' || isBeforeEarlyMeeting(reservation, now);
    queue(`RESERVATION_${action}`, { recipient: 'CUSTOMER', address: guestPhone, memberId }, sendsAtNight);
  }
  if (action === 'BOOKED' && actor === 'MEMBER' && studioBooked)
    for (const recipient of studioRecipients(messages))
      queue('NEW_RESERVATION', { ...recipient, memberId: null }, false);
  return Promise.all(statements);
};

/** Drops the messages about a reservation that were not sent, in the transaction that changes it. */
export const dropReservationMessages = async (tx: Tx, reservationId: number): Promise<void> => {
  await tx
    .update(notifications)
    // A message that is dropped no later than it was created is not sent, whatever the clock of the sending process says.
    .set({ dropAt: notifications.createdAt })
    .where(eq(notifications.reservationId, reservationId));
};

/** Queues the messages about a booking or change by the studio, and reads the settings of messages for it. */
export const queueMessagesOfStudio = async (
  tx: Tx,
  reservation: ChangedReservation,
  { action, before, now }: Pick<ReservationChange, 'action' | 'before' | 'now'>,
): Promise<void> => {
  const messages = await readSection(tx, messageSections.messages);
  await queueReservationMessages(tx, reservation, { messages, action, actor: 'ADMIN', before, now });
};
