import type { LegalDocumentKind } from '#contract/legal/documents.ts';
import type { Notification } from '#contract/notifications.ts';
import { shootTypeLabels, type ShootType } from '#contract/shoot-types.ts';
import { slotStart } from '#contract/slots.ts';
import type { Studio } from '#contract/studio.ts';
import { countSmsBytes, MAX_SMS_BYTES, truncateToSmsBytes } from '#server/ports/sms/sms-length.ts';
import type { Meeting } from './quiet-hours.ts';

export interface MessageReservation {
  readonly meeting: Meeting;
  /** The meeting before the latest change; null before the first. */
  readonly before: Meeting | null;
  readonly shootType: ShootType;
}

/** A new version of a legal document. */
export interface MessageDocument {
  readonly title: string;
  /** ISO date. */
  readonly effectiveOn: string;
}

/** What a message tells of; nothing for notices whose text is always the same. */
export interface MessageSubject {
  readonly reservation?: MessageReservation | undefined;
  readonly document?: MessageDocument | undefined;
}

/** Formats an ISO date as `12월 1일`. */
export const formatDay = (date: string): string => `${Number(date.slice(5, 7))}월 ${Number(date.slice(8))}일`;

/** Formats a meeting as `12월 1일 9시` or `12월 1일 9시 30분`. */
export const formatMeeting = ({ date, slot }: Meeting): string => {
  const start = slotStart(slot);
  const minutes = start % 60 === 0 ? '' : ` ${start % 60}분`;
  return `${formatDay(date)} ${Math.floor(start / 60)}시${minutes}`;
};

const ASK_IF_UNKNOWN = '직접 하지 않으셨다면 연락해 주세요.';

// Contains nothing of the question: others may see the phone's messages.
const fixedTexts = {
  QUESTION_ANSWERED: '남기신 문의에 답변이 등록되었습니다.',
  QUESTION_ASKED: '새 문의가 등록되었습니다. 확인 후 답변해 주세요.',
  LOGIN_ID_FOUND: `회원님의 아이디가 조회되었습니다. ${ASK_IF_UNKNOWN}`,
  PASSWORD_RESET: `회원님의 비밀번호가 변경되었습니다. ${ASK_IF_UNKNOWN}`,
  WITHDRAWN: `회원 탈퇴가 완료되었습니다. ${ASK_IF_UNKNOWN}`,
  PHONE_CHANGED: `회원님의 휴대폰 번호가 변경되었습니다. ${ASK_IF_UNKNOWN}`,
  ADMIN_LOGIN: '관리자가 새 기기에서 로그인했습니다. 모르는 로그인이면 권한을 회수해 주세요.',
  ADMIN_PASSWORD_RESET: '관리자의 비밀번호가 변경되었습니다. 모르는 변경이면 권한을 회수해 주세요.',
  ADMIN_PHONE_CHANGED: '관리자의 휴대폰 번호가 변경되었습니다. 모르는 변경이면 권한을 회수해 주세요.',
  MESSAGES_REFUSED: '문자 업체가 발송을 거절했습니다. 관리 화면에서 이유를 확인해 주세요.',
} as const;
type FixedKind = keyof typeof fixedTexts;
const hasFixedText = (kind: Notification['kind']): kind is FixedKind => kind in fixedTexts;

/** The documents of which members are told, and the kinds of message about a new version and about its withdrawal. */
export const documentMessages = {
  terms: { changed: 'TERMS_CHANGED', withdrawn: 'TERMS_WITHDRAWN' },
  privacy: { changed: 'PRIVACY_CHANGED', withdrawn: 'PRIVACY_WITHDRAWN' },
  refund: { changed: 'REFUND_CHANGED', withdrawn: 'REFUND_WITHDRAWN' },
} as const satisfies Partial<Record<LegalDocumentKind, Record<string, Notification['kind']>>>;
type DocumentMessages = (typeof documentMessages)[keyof typeof documentMessages];
type DocumentKind = DocumentMessages['changed' | 'withdrawn'];

export const findDocumentKind = (kind: Notification['kind']): keyof typeof documentMessages | undefined =>
  (['terms', 'privacy', 'refund'] as const).find((document) =>
    Object.values<Notification['kind']>(documentMessages[document]).includes(kind),
  );
const isAboutDocument = (kind: Notification['kind']): kind is DocumentKind =>
  findDocumentKind(kind) !== undefined;
export const isWithdrawal = (kind: Notification['kind']): boolean =>
  Object.values(documentMessages).some(({ withdrawn }) => withdrawn === kind);
/** The kinds of message that go to all members at once. */
export const announcementKinds = Object.values(documentMessages).flatMap((kinds) => Object.values(kinds));

type ReservationKind = Exclude<Notification['kind'], FixedKind | DocumentKind>;

const formatReservation = (
  kind: ReservationKind,
  { meeting, before, shootType }: MessageReservation,
): string => {
  const time = formatMeeting(meeting);
  switch (kind) {
    case 'RESERVATION_BOOKED':
      return `${time} 사전 미팅 예약이 확정되었습니다.`;
    case 'RESERVATION_MOVED':
      return before === null
        ? `예약이 ${time}로 변경되었습니다.`
        : `${formatMeeting(before)} 예약이 ${time}로 변경되었습니다.`;
    case 'RESERVATION_CANCELLED':
      return `${time} 예약이 취소되었습니다.`;
    case 'RESERVATION_REOPENED':
      return `${time} 예약이 다시 확정되었습니다.`;
    case 'REMINDER_DAY_BEFORE':
    case 'REMINDER_HOURS_BEFORE':
      return `${time} 사전 미팅이 예약되어 있습니다.`;
    case 'NEW_RESERVATION':
      return `새 예약: ${time} ${shootTypeLabels[shootType]}`;
  }
};

/** At least three syllables of the studio's name are kept beside its phone number. */
const MIN_NAME_BYTES = 6;

/** Formats a message that fits one SMS by shortening the studio's name or omitting its phone number. */
export const formatMessage = (
  { name, phone }: Pick<Studio, 'name' | 'phone'>,
  kind: Notification['kind'],
  { reservation, document }: MessageSubject,
): string => {
  const roomBeside = (rest: string): number => MAX_SMS_BYTES - countSmsBytes(`[] ${rest}`);
  const sign = (rest: string): string => `[${truncateToSmsBytes(name, roomBeside(rest))}] ${rest}`;
  if (hasFixedText(kind)) return sign(fixedTexts[kind]);
  if (isAboutDocument(kind)) {
    if (document === undefined) throw new Error('a message about a document needs the document');
    const day = formatDay(document.effectiveOn);
    return sign(
      isWithdrawal(kind)
        ? `${document.title} ${day} 변경이 취소되었습니다. 홈페이지에서 확인해 주세요.`
        : `${document.title}이 ${day}부터 바뀝니다. 홈페이지에서 확인해 주세요.`,
    );
  }
  if (reservation === undefined) throw new Error('a message about a reservation needs the reservation');
  const text = formatReservation(kind, reservation);
  const withContact = `${text} 문의 ${phone}`;
  const hasRoom = kind !== 'NEW_RESERVATION' && roomBeside(withContact) >= MIN_NAME_BYTES;
  return sign(hasRoom ? withContact : text);
};
