import { sql } from 'drizzle-orm';
import { describeTable, omit, type DescribedTable } from '#platform/server/db/describe-table.ts';
import { questions, answers } from './tables.ts';

export const questionTables: readonly DescribedTable[] = [
  {
    name: 'legal_retention.disputes',
    holds: { '1:1 문의': ['name', 'phone', 'title', 'content', 'answer'] },
    retention: { startSql: 'since', isDate: true, months: 36 },
  },
  describeTable(questions, {
    holds: { '1:1 문의': ['title', 'content'] },
    title: '문의',
    columns: {
      id: '번호',
      title: '제목',
      content: '내용',
      secret: '비밀글',
      notify: '답변 알림 신청',
      created_at: '등록 일시',
      updated_at: '수정 일시',
    },
  }),
  describeTable(answers, {
    holds: { '1:1 문의': ['content'] },
    title: '문의 답변',
    columns: {
      ...omit('답변의 번호입니다.', 'id'),
      question_id: '문의 번호',
      content: '내용',
      created_at: '등록 일시',
      updated_at: '수정 일시',
    },
    belongsTo: (id) => sql`question_id in (select id from questions where member_id = ${id})`,
  }),
];
