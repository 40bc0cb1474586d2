import { describeTable, type DescribedTable } from '#platform/server/db/describe-table.ts';
import { guestBookEntries } from './tables.ts';

export const guestBookTables: readonly DescribedTable[] = [
  describeTable(guestBookEntries, {
    holds: { 방명록: ['content'] },
    retention: { startSql: 'created_at', months: 12 },
    title: '방명록',
    columns: { id: '번호', content: '내용', is_shown: '표시', created_at: '등록 일시' },
  }),
];
