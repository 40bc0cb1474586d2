import { describeTable, type DescribedTable } from '#platform/server/db/describe-table.ts';
import { memberNotes } from './tables.ts';

export const customerTables: readonly DescribedTable[] = [
  describeTable(memberNotes, { holds: { '상담 기록': ['text'] }, notExported: '관리자의 내부 메모' }),
];
