import { fillVariables, type AlimtalkName } from '#core/content/contract/alimtalk-settings.ts';
import type { LegalDocumentKind } from '#core/content/contract/legal/documents.ts';
import type { SectionBody } from '#core/content/contract/sections.ts';
import { slotStart } from '#core/content/contract/slots.ts';
import type { Studio } from '#core/content/contract/studio.ts';
import { countSmsBytes, MAX_SMS_BYTES, truncateToSmsBytes } from '#platform/server/ports/sms/sms-length.ts';
import type { Alimtalk } from '#platform/server/ports/sms/sms.ts';
import type { Notification } from '../contract/notifications.ts';
import type { Meeting } from './quiet-hours.ts';

/** The values of the variables in a message's texts, by name. `링크` is a path. */
export type MessageValues = Readonly<Record<string, string>>;

/** Formats an ISO date as `12월 1일`. */
export const formatMonthDay = (date: string): string =>
  `${Number(date.slice(5, 7))}월 ${Number(date.slice(8))}일`;

/** Formats a meeting as `12월 1일 9시` or `12월 1일 9시 30분`. */
export const formatMeetingStart = ({ date, slot }: Meeting): string => {
  const start = slotStart(slot);
  const minutes = start % 60 === 0 ? '' : ` ${start % 60}분`;
  return `${formatMonthDay(date)} ${Math.floor(start / 60)}시${minutes}`;
};

const ASK_IF_UNKNOWN = '직접 하지 않으셨다면 연락해 주세요.';
const DOCUMENT_CHANGED = '#{문서}이 #{시행일}부터 바뀝니다. 홈페이지에서 확인해 주세요.';
const DOCUMENT_WITHDRAWN = '#{문서} #{시행일} 변경이 취소되었습니다. 홈페이지에서 확인해 주세요.';
const REMINDER = '#{일시} 사전 미팅이 예약되어 있습니다.';

// Messages about questions contain nothing of the question: others may see the phone's messages.
const texts: Readonly<Record<Notification['kind'], string>> = {
  RESERVATION_BOOKED: '#{일시} 사전 미팅 예약이 확정되었습니다.',
  RESERVATION_MOVED: '#{이전일시} 예약이 #{일시}로 변경되었습니다.',
  RESERVATION_CANCELLED: '#{일시} 예약이 취소되었습니다.',
  RESERVATION_REOPENED: '#{일시} 예약이 다시 확정되었습니다.',
  REMINDER_DAY_BEFORE: REMINDER,
  REMINDER_HOURS_BEFORE: REMINDER,
  NEW_RESERVATION: '새 예약: #{일시} #{카테고리}',
  QUESTION_ANSWERED: '남기신 문의에 답변이 등록되었습니다.',
  QUESTION_ASKED: '새 문의가 등록되었습니다. 확인 후 답변해 주세요.',
  TERMS_CHANGED: DOCUMENT_CHANGED,
  PRIVACY_CHANGED: DOCUMENT_CHANGED,
  REFUND_CHANGED: DOCUMENT_CHANGED,
  TERMS_WITHDRAWN: DOCUMENT_WITHDRAWN,
  PRIVACY_WITHDRAWN: DOCUMENT_WITHDRAWN,
  REFUND_WITHDRAWN: DOCUMENT_WITHDRAWN,
  LOGIN_ID_FOUND: `회원님의 아이디가 조회되었습니다. ${ASK_IF_UNKNOWN}`,
  PASSWORD_RESET: `회원님의 비밀번호가 변경되었습니다. ${ASK_IF_UNKNOWN}`,
  WITHDRAWN: `회원 탈퇴가 완료되었습니다. ${ASK_IF_UNKNOWN}`,
  PHONE_CHANGED: `회원님의 휴대폰 번호가 변경되었습니다. ${ASK_IF_UNKNOWN}`,
  ADMIN_LOGIN: '관리자가 새 기기에서 로그인했습니다. 모르는 로그인이면 권한을 회수해 주세요.',
  ADMIN_PASSWORD_RESET: '관리자의 비밀번호가 변경되었습니다. 모르는 변경이면 권한을 회수해 주세요.',
  ADMIN_PHONE_CHANGED: '관리자의 휴대폰 번호가 변경되었습니다. 모르는 변경이면 권한을 회수해 주세요.',
  MESSAGES_REFUSED: '문자 업체가 발송을 거절했습니다. 관리 화면에서 이유를 확인해 주세요.',
};

/** Messages to customers about a reservation, which name the studio's phone number if there is room. */
const hasContact = (kind: Notification['kind']): boolean => /^(RESERVATION|REMINDER)_/.test(kind);

/** The documents of which members are told, and the kinds of message about a new version and about its withdrawal. */
export const documentMessages = {
  terms: { changed: 'TERMS_CHANGED', withdrawn: 'TERMS_WITHDRAWN' },
  privacy: { changed: 'PRIVACY_CHANGED', withdrawn: 'PRIVACY_WITHDRAWN' },
  refund: { changed: 'REFUND_CHANGED', withdrawn: 'REFUND_WITHDRAWN' },
} as const satisfies Partial<Record<LegalDocumentKind, Record<string, Notification['kind']>>>;

/** The kinds of message that go to all members at once. */
export const announcementKinds = Object.values(documentMessages).flatMap((kinds) => Object.values(kinds));

/** At least three syllables of the studio's name are kept beside its phone number. */
const MIN_NAME_BYTES = 6;

/**
 * Formats a message that fits one SMS by shortening the studio's name or omitting its phone number. Throws when a value of its
 * text is missing.
 */
export const formatMessage = (
  { name, phone }: Pick<Studio, 'name' | 'phone'>,
  kind: Notification['kind'],
  values: MessageValues,
): string => {
  const text = fillVariables(texts[kind], values);
  if (text === undefined) throw new Error(`a value of ${kind} is missing`);
  const roomBeside = (rest: string): number => MAX_SMS_BYTES - countSmsBytes(`[] ${rest}`);
  const withContact = `${text} 문의 ${phone}`;
  const rest = hasContact(kind) && roomBeside(withContact) >= MIN_NAME_BYTES ? withContact : text;
  return `[${truncateToSmsBytes(name, roomBeside(rest))}] ${rest}`;
};

/** The template of each message that goes to customers by KakaoTalk. Security notices are sent as SMS only. */
export const alimtalkTemplates: Partial<Readonly<Record<Notification['kind'], AlimtalkName>>> = {
  RESERVATION_BOOKED: 'booked',
  RESERVATION_REOPENED: 'booked',
  RESERVATION_MOVED: 'moved',
  RESERVATION_CANCELLED: 'cancelled',
  REMINDER_DAY_BEFORE: 'reminder',
  REMINDER_HOURS_BEFORE: 'reminder',
  QUESTION_ANSWERED: 'answered',
  TERMS_CHANGED: 'documentChanged',
  PRIVACY_CHANGED: 'documentChanged',
  REFUND_CHANGED: 'documentChanged',
};

/** Fills in the approved template of a message; undefined when none is approved, so that an SMS is sent instead. */
export const fillTemplate = (
  settings: SectionBody<'alimtalk'>,
  kind: Notification['kind'],
  values: Readonly<Record<string, string>>,
): Alimtalk | undefined => {
  const name = alimtalkTemplates[kind];
  if (settings.channelId === '' || name === undefined) return undefined;
  const { text, code: templateCode, review } = settings[name];
  if (review !== 'APPROVED') return undefined;
  const filled = fillVariables(text, values);
  if (filled === undefined) return undefined;
  const variables = Object.fromEntries(Object.entries(values).map(([key, value]) => [`#{${key}}`, value]));
  return { channelId: settings.channelId, templateCode, text: filled, variables };
};
