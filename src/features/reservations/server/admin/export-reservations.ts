import { formatTimestamp } from '#platform/contract/seoul-time.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { formatPhone } from '#platform/contract/text/format-phone.ts';
import { formatCsv } from '#platform/server/files/csv.ts';
import { meetingKindLabels, reservationStateLabels } from '../../contract/reservation-states.ts';
import { formatSlot } from '../../contract/slots.ts';
import type { ExportedRow } from './queries.ts';

/** Limits the file. The query reads one more row. */
export const MAX_EXPORT_ROWS = 10_000;

const HEADER = [
  '예약 번호',
  '상태',
  '날짜',
  '시간',
  '이름',
  '전화번호',
  '구분',
  '카테고리',
  '희망 촬영 날짜',
  '촬영 장소',
  '요청 사항',
  '예약 일시',
  '미팅 방법',
  '사전 질문',
] as const;

const toCsvRow = ({ reservation, memberName, phoneNumber, category }: ExportedRow): string[] => [
  reservation.code,
  reservationStateLabels[reservation.state],
  reservation.date,
  formatSlot(reservation.slot),
  memberName,
  // With hyphens, because spreadsheets drop the leading zero of plain digits.
  formatPhone(phoneNumber ?? ''),
  reservation.memberId === null ? '비회원' : '회원',
  category,
  reservation.desiredShootDate,
  reservation.location,
  reservation.notes,
  formatTimestamp(reservation.createdAt),
  meetingKindLabels[reservation.meetingKind],
  reservation.answers.map(({ question, answer }) => `${question}: ${answer}`).join('\n'),
];

const TRUNCATED_NOTE = `${formatNumber(MAX_EXPORT_ROWS)}건까지만 포함했습니다. 기간을 나누어 내려받아 주세요.`;

/** Formats the export. If rows were left out, a last line says so. */
export const formatReservations = (rows: readonly ExportedRow[]): string =>
  formatCsv([
    HEADER,
    ...rows.slice(0, MAX_EXPORT_ROWS).map(toCsvRow),
    ...(rows.length > MAX_EXPORT_ROWS ? [[TRUNCATED_NOTE]] : []),
  ]);
