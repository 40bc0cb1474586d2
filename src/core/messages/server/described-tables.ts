import { sql } from 'drizzle-orm';
import { coded, describeTable, omit, type DescribedTable } from '#platform/server/db/describe-table.ts';
import type { MessageKinds } from './message-kind.ts';
import { notifications } from './tables.ts';

const labelsOf = (kinds: MessageKinds): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(kinds).map(([name, { label }]) => [name, label]));

/** `kinds`: those of all features. */
export const describeMessageTables = (kinds: MessageKinds): readonly DescribedTable[] => [
  describeTable(notifications, {
    holds: { '회원 탈퇴와 번호 변경 안내': ['phone'], '사전 미팅 예약': ['address', 'values'] },
    retention: { startSql: 'created_at', months: 3 },
    title: '보낸 메시지',
    columns: {
      kind: coded('내용', labelsOf(kinds)),
      question_id: '문의 번호',
      reservation_id: '예약의 번호',
      state: coded('상태', {
        QUEUED: '발송 예정',
        SENT: '발송',
        DELIVERED: '전달',
        SIMULATED: '보내지 않음(시험)',
        FAILED: '실패',
        UNKNOWN: '확인 필요',
        SUPERSEDED: '보내지 않음',
      }),
      channel: coded('방법', { SMS: '문자', ALIMTALK: '알림톡', EMAIL: '이메일' }),
      created_at: '등록 일시',
      due_at: '발송 예정 일시',
      settled_at: '발송 일시',
      phone: '보낼 이전 번호',
      ...omit('메시지의 번호입니다.', 'id'),
      ...omit('같은 메시지를 한 번만 보내기 위한 번호입니다.', 'subject_version'),
      ...omit('본인에게 보낸 메시지만 있습니다.', 'recipient', 'address'),
      ...omit('예약과 문서에 있는 값입니다.', 'values', 'drop_at'),
      ...omit('문자 업체의 번호입니다.', 'provider_message_id'),
      ...omit('문자 업체의 결과 코드입니다.', 'result_code'),
      ...omit(
        '발송을 위한 내부 값입니다.',
        'sends_at_night',
        'attempts',
        'is_replaced',
        'poll_at',
        'polls',
        'missing_since',
      ),
    },
    belongsTo: (id) => sql`member_id = ${id} and recipient = 'CUSTOMER'`,
  }),
];
