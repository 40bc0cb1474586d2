import { sql } from 'drizzle-orm';
import { categoryColumn } from '#core/content/server/categories.ts';
import { formatDate } from '#platform/contract/seoul-time.ts';
import { coded, describeTable, omit, type DescribedTable } from '#platform/server/db/describe-table.ts';
import { meetingKindLabels, reservationStateLabels } from '../contract/reservation-states.ts';
import { formatSlot, type Slot } from '../contract/slots.ts';
import { reservations, reservationEvents, reservationNotes, idempotencyKeys, slotClaims } from './tables.ts';

// Only phone reservations are purged, with their slot claims. Those of members stay, without personal data once the account is deleted. The
// period starts as for members' contracts: on the date of the meeting, or of its cancellation.
const PHONE_RESERVATION_START_SQL = `case when guest_name is not null then coalesce(
  case when state = 'CANCELLED' then (
    select (max(event.occurred_at) at time zone 'Asia/Seoul')::date from reservation_events as event
    where event.reservation_id = reservations.id and event.action = 'CANCELLED'
  ) end, reservations.date) end`;

const date = { label: '미팅 날짜', format: formatDate };
const slot = { label: '미팅 시간', format: (value: string) => formatSlot(value as Slot) };

export const reservationTables: readonly DescribedTable[] = [
  {
    name: 'legal_retention.contracts',
    holds: { '사전 미팅 예약': ['name', 'phone', 'code', 'location'] },
    retention: { startSql: 'since', isDate: true, months: 60 },
  },
  describeTable(reservations, {
    holds: {
      '사전 미팅 예약': ['code', 'desired_shoot_date', 'location', 'notes'],
      '사전 질문': ['answers'],
      '전화·메시지 예약(비회원)': ['guest_name', 'guest_phone'],
    },
    retention: { startSql: PHONE_RESERVATION_START_SQL, isDate: true, months: 60 },
    title: '예약',
    columns: {
      id: '번호',
      code: '예약 번호',
      ...omit('전화로 예약한 비회원에게만 있습니다.', 'guest_name', 'guest_phone', 'customer_id'),
      state: coded('상태', reservationStateLabels),
      shoot_type: categoryColumn,
      date,
      slot,
      desired_shoot_date: '희망 촬영 날짜',
      location: '촬영 장소',
      notes: '요청 사항',
      created_at: '예약 일시',
      package_version_id: '상품 번호',
      meeting_kind: coded('미팅 방법', meetingKindLabels),
      answers: {
        label: '사전 질문과 답변',
        select: sql`array(select concat(entry.item ->> 'question', ': ', entry.item ->> 'answer')
          from jsonb_array_elements(answers) with ordinality as entry(item, place) order by place)`,
      },
    },
  }),
  describeTable(reservationEvents, {
    holds: { '사전 미팅 예약': ['reason'] },
    title: '예약 변경 기록',
    columns: {
      ...omit('기록의 번호입니다.', 'id'),
      reservation_id: '예약의 번호',
      action: coded('변경', {
        MOVED: '날짜와 시간 변경',
        CANCELLED: '취소',
        COMPLETED: '완료',
        NO_SHOW: '노쇼',
        REOPENED: '예약 복구',
      }),
      actor: coded('변경한 사람', { MEMBER: '회원', ADMIN: '스튜디오' }),
      ...omit('관리자의 번호일 수 있습니다.', 'actor_id'),
      date: { ...date, label: '변경 전 날짜' },
      slot: { ...slot, label: '변경 전 시간' },
      reason: {
        label: '사유',
        // A reason of the studio is an internal record.
        select: sql`case when actor = 'MEMBER' then reason else '' end`,
      },
      occurred_at: '변경 일시',
    },
    belongsTo: (id) => sql`reservation_id in (select id from reservations where member_id = ${id})`,
  }),
  describeTable(reservationNotes, { holds: { '예약 메모': ['text'] }, notExported: '관리자의 내부 메모' }),
  describeTable(idempotencyKeys, {
    retention: { startSql: 'created_at', hours: 24 },
    notExported: '같은 예약을 두 번 만들지 않기 위한 값으로, 하루 뒤에 삭제',
  }),
  describeTable(slotClaims, {
    // Only holds have a `held_until`; reservations and blocks never expire.
    retention: { startSql: 'held_until', hours: 0 },
    notExported: '예약과 같은 날짜와 시간, 예약하는 동안 몇 분만 잡아 두는 시간',
  }),
];
