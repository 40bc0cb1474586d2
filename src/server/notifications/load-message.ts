import { desc, eq } from 'drizzle-orm';
import type { Notification } from '#contract/notifications.ts';
import { members, reservationEvents, reservations } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { formatMessage } from './message-text.ts';
import type { MessageReservation } from './message-text.ts';
import { MOBILE } from './queue-reservation-messages.ts';
import { startOf } from './quiet-hours.ts';

export interface ClaimedNotification extends Record<string, unknown> {
  readonly id: number | string;
  readonly kind: Notification['kind'];
  readonly memberId: string | null;
  readonly reservationId: number | string | null;
  readonly subjectVersion: number | string;
  /** `CUSTOMER` or `STUDIO 1`. */
  readonly recipient: string;
  readonly attempts: number;
}

export type LoadedMessage =
  | { readonly kind: 'message'; readonly to: string; readonly text: string }
  /** The recipient has no mobile number. */
  | { readonly kind: 'nobody' }
  /** The reservation has changed since, or the meeting has begun. */
  | { readonly kind: 'superseded' };

interface FoundReservation extends MessageReservation {
  readonly version: number;
  readonly guestPhone: string | null;
}

const findReservation = async (db: Deps['db'], id: number): Promise<FoundReservation | null> => {
  const [row] = await db.select().from(reservations).where(eq(reservations.id, id));
  if (row === undefined) return null;
  const { date, slot, shootType, guestPhone } = row;
  const ofThis = eq(reservationEvents.reservationId, id);
  const version = await db.$count(reservationEvents, ofThis);
  const [before] = await db
    .select({ date: reservationEvents.date, slot: reservationEvents.slot })
    .from(reservationEvents)
    .where(ofThis)
    .orderBy(desc(reservationEvents.id))
    .limit(1);
  return { meeting: { date, slot }, before: before ?? null, shootType, version, guestPhone };
};

const findMemberPhone = async (db: Deps['db'], memberId: string | null): Promise<string | null> => {
  if (memberId === null) return null;
  const [member] = await db.select({ phone: members.phone }).from(members).where(eq(members.id, memberId));
  return member?.phone ?? null;
};

/** Reads what a message says and to whom it goes, right before it is sent. */
export const loadMessage = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { kind, memberId, reservationId, subjectVersion, recipient }: ClaimedNotification,
): Promise<LoadedMessage> => {
  const reservation = reservationId === null ? null : await findReservation(db, Number(reservationId));
  if (reservation !== null) {
    const isOver = startOf(reservation.meeting) <= clock.now();
    if (isOver || reservation.version !== Number(subjectVersion)) return { kind: 'superseded' };
  }
  const { studioPhones } = await readSection(db, 'messages');
  const to = recipient.startsWith('STUDIO')
    ? studioPhones[Number(recipient.split(' ')[1]) - 1]
    : (reservation?.guestPhone ?? (await findMemberPhone(db, memberId)));
  if (to == null || !MOBILE.test(to)) return { kind: 'nobody' };
  return { kind: 'message', to, text: formatMessage(await readSection(db, 'identity'), kind, reservation) };
};
