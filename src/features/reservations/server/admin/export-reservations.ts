import type { findCategoryNames } from '#core/content/server/categories.ts';
import { formatTimestamp } from '#platform/contract/seoul-time.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { formatPhone } from '#platform/contract/text/format-phone.ts';
import { formatCsv } from '#platform/server/files/csv.ts';
import { meetingKindLabels, reservationStateLabels } from '../../contract/reservation-states.ts';
import { formatSlot } from '../../contract/slots.ts';
import type { ListedRow } from './queries.ts';

/** Limits the file. The query reads one more row. */
export const MAX_EXPORT_ROWS = 10_000;

type CategoryNames = Awaited<ReturnType<typeof findCategoryNames>>;

/** The columns of the file: the header and the value of each. */
const columns: Readonly<Record<string, (row: ListedRow, categoryNames: CategoryNames) => string>> = {
  '예약 번호': ({ reservation }) => reservation.code,
  상태: ({ reservation }) => reservationStateLabels[reservation.state],
  날짜: ({ reservation }) => reservation.date,
  시간: ({ reservation }) => formatSlot(reservation.slot),
  이름: ({ memberName }) => memberName,
  // With hyphens, because spreadsheets drop the leading zero of plain digits.
  전화번호: ({ phoneNumber }) => formatPhone(phoneNumber ?? ''),
  구분: ({ reservation }) => (reservation.memberId === null ? '비회원' : '회원'),
  카테고리: ({ reservation }, categoryNames) => categoryNames.get(reservation.shootType) ?? '',
  '희망 촬영 날짜': ({ reservation }) => reservation.desiredShootDate,
  '촬영 장소': ({ reservation }) => reservation.location,
  '요청 사항': ({ reservation }) => reservation.notes,
  '예약 일시': ({ reservation }) => formatTimestamp(reservation.createdAt),
  '미팅 방법': ({ reservation }) => meetingKindLabels[reservation.meetingKind],
  '사전 질문': ({ reservation }) =>
    reservation.answers.map(({ question, answer }) => `${question}: ${answer}`).join('\n'),
};

const TRUNCATED_NOTE = `${formatNumber(MAX_EXPORT_ROWS)}건까지만 포함했습니다. 기간을 나누어 내려받아 주세요.`;

/** Formats the export. If rows were left out, a last line says so. */
export const formatReservations = (rows: readonly ListedRow[], categoryNames: CategoryNames): string =>
  formatCsv([
    Object.keys(columns),
    ...rows
      .slice(0, MAX_EXPORT_ROWS)
      .map((row) => Object.values(columns).map((valueOf) => valueOf(row, categoryNames))),
    ...(rows.length > MAX_EXPORT_ROWS ? [[TRUNCATED_NOTE]] : []),
  ]);
