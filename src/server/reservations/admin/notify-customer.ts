import { eq, sql } from 'drizzle-orm';
import { slotStart } from '#contract/slots.ts';
import type { Slot } from '#contract/slots.ts';
import type { Studio } from '#contract/studio.ts';
import { countSmsBytes, truncateToSmsBytes, MAX_SMS_BYTES } from '#server/ports/sms/sms-length.ts';
import { sendInBackground } from '#server/notifications/security-notice.ts';
import type { Tx } from '#server/db/database.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { members, reservations } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';

interface Meeting {
  readonly date: string;
  readonly slot: Slot;
}

export type ReservationChange =
  | { readonly kind: 'CANCELLED' | 'REOPENED' }
  | { readonly kind: 'MOVED'; readonly to: Meeting };

/** Formats a meeting as `12월 1일 9시` or `12월 1일 9시 30분`. */
const formatMeeting = ({ date, slot }: Meeting): string => {
  const start = slotStart(slot);
  const minutes = start % 60 === 0 ? '' : ` ${start % 60}분`;
  return `${Number(date.slice(5, 7))}월 ${Number(date.slice(8))}일 ${Math.floor(start / 60)}시${minutes}`;
};

const formatChange = (meeting: Meeting, doing: ReservationChange): string => {
  const booking = `${formatMeeting(meeting)} 예약이`;
  switch (doing.kind) {
    case 'MOVED':
      return `${booking} ${formatMeeting(doing.to)}로 변경되었습니다.`;
    case 'CANCELLED':
      return `${booking} 취소되었습니다.`;
    case 'REOPENED':
      return `${booking} 다시 확정되었습니다.`;
  }
};

/** At least three syllables of the studio's name are kept. */
const MIN_NAME_BYTES = 6;

/** Formats a message that fits one SMS by shortening the studio's name or omitting its phone number. */
export const formatChangeMessage = (
  { name, phone }: Pick<Studio, 'name' | 'phone'>,
  meeting: Meeting,
  doing: ReservationChange,
): string => {
  const text = formatChange(meeting, doing);
  const roomBeside = (rest: string): number => MAX_SMS_BYTES - countSmsBytes(`[] ${rest}`);
  const withContact = `${text} 문의 ${phone}`;
  const rest = roomBeside(withContact) >= MIN_NAME_BYTES ? withContact : text;
  return `[${truncateToSmsBytes(name, roomBeside(rest))}] ${rest}`;
};

const MOBILE = /^010[0-9]{8}$/;

export interface Recipient {
  readonly phone: string | null;
  readonly studio: Pick<Studio, 'name' | 'phone'>;
}

/** Finds the customer's phone and the studio's details within the transaction of the change, because nothing may fail after the commit. */
export const findRecipient = async (tx: Tx, reservationId: number): Promise<Recipient> => {
  const studio = await readSection(tx, 'identity');
  const [row] = await tx
    .select({ phone: sql<string | null>`coalesce(${reservations.guestPhone}, ${members.phone})` })
    .from(reservations)
    .leftJoin(members, eq(members.id, reservations.memberId))
    .where(eq(reservations.id, reservationId));
  return { phone: row?.phone ?? null, studio };
};

/** Sends a message to a mobile number in the background, after the commit. */
export const notifyCustomer = (
  deps: Pick<Deps, 'sms' | 'log'>,
  { phone, studio }: Recipient,
  meeting: Meeting,
  doing: ReservationChange,
): void => {
  if (phone === null || !MOBILE.test(phone)) return;
  const text = formatChangeMessage(studio, meeting, doing);
  sendInBackground(deps, { to: phone, text }, `RESERVATION_${doing.kind}`);
};
