import { sql } from 'drizzle-orm';
import type { Notification } from '#contract/notifications.ts';
import type { SectionBody } from '#contract/settings/sections.ts';
import type { Tx } from '#server/db/database.ts';
import { definePrepared, placeholdersOf } from '#server/db/define-prepared.ts';
import { notifications, reservationEvents } from '#server/db/schema.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { studioRecipients } from './queue-notification.ts';
import { isBeforeEarlyMeeting, type Meeting } from './quiet-hours.ts';

/** The customer's phone in a statement that joins `reservations` and `members`. */
export const CUSTOMER_PHONE = sql`coalesce(guest_phone, members.phone)`;
/** Only mobile numbers receive messages. */
export const MOBILE = /^010[0-9]{8}$/;

interface ReservationChange {
  /** Which messages the studio sends. */
  readonly messages: SectionBody<'messages'>;
  readonly action: 'BOOKED' | 'MOVED' | 'CANCELLED' | 'REOPENED';
  readonly actor: 'MEMBER' | 'ADMIN';
  readonly now: Date;
}

/** The reservation after the change. */
interface ChangedReservation extends Meeting {
  readonly id: number;
  readonly memberId: string | null;
  readonly guestPhone: string | null;
}

const { placeholder } = sql;

/** Prepared, because each booking queues a message. */
const insertMessage = definePrepared((db) =>
  db
    .insert(notifications)
    .values({
      ...placeholdersOf('kind', 'memberId', 'recipient', 'sendsAtNight'),
      reservationId: placeholder('id'),
      // The number of changes so far.
      subjectVersion: sql`(select count(*) from ${reservationEvents}
        where ${reservationEvents.reservationId} = ${placeholder('id')})`,
      dueAt: placeholder('now'),
      createdAt: placeholder('now'),
    })
    .prepare('queue_reservation_message'),
);

/**
 * Queues the messages about a change of a reservation in its transaction, after its event was recorded. What the studio changes at
 * night is told in the morning, unless the meeting begins then. All statements have been sent when it returns.
 */
export const queueReservationMessages = (
  tx: Tx,
  reservation: ChangedReservation,
  { messages, action, actor, now }: ReservationChange,
): Promise<unknown> => {
  const { booked, changed, studioBooked } = messages;
  const { id, memberId, guestPhone } = reservation;
  const statements: Promise<unknown>[] = [];
  const queue = (kind: Notification['kind'], row: object): void =>
    void statements.push(
      insertMessage(tx).execute({ kind, id, memberId: null, sendsAtNight: false, now, ...row }),
    );
  const hasMobile = memberId !== null || (guestPhone !== null && MOBILE.test(guestPhone));
  if (hasMobile && (action === 'BOOKED' ? booked : changed)) {
    const sendsAtNight = actor === 'MEMBER' || isBeforeEarlyMeeting(reservation, now);
    queue(`RESERVATION_${action}`, { recipient: 'CUSTOMER', memberId, sendsAtNight });
  }
  if (action === 'BOOKED' && actor === 'MEMBER' && studioBooked)
    for (const recipient of studioRecipients(messages)) queue('NEW_RESERVATION', { recipient });
  return Promise.all(statements);
};

/** Queues the messages about a change by the studio, whose transaction has not read the settings. */
export const queueMessagesOfStudio = async (
  tx: Tx,
  reservation: ChangedReservation,
  action: ReservationChange['action'],
  now: Date,
): Promise<void> => {
  const messages = await readSection(tx, 'messages');
  await queueReservationMessages(tx, reservation, { messages, action, actor: 'ADMIN', now });
};
