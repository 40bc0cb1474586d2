import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DescribedTable, LabelledColumn } from '#platform/server/db/describe-table.ts';
import { describedTables } from '../described-tables.ts';

const hasMemberId = (memberId: string): SQL => sql`member_id = ${memberId}`;

const toExported = (described: DescribedTable) => {
  const { table, name, title } = described;
  if (table === undefined || title === undefined) return [];
  const { columns: declared, belongsTo = hasMemberId, orderBy = 'id' } = described;
  const columns = new Map<string, LabelledColumn & { readonly select: PgColumn | SQL }>();
  const omitted = new Map<string, string>();
  for (const column of Object.values<PgColumn>(getTableColumns(table))) {
    const entry = declared[column.name] ?? { omitted: '회원 정보에 있는 회원의 번호와 같습니다.' };
    if (typeof entry === 'string') columns.set(column.name, { label: entry, select: column });
    else if ('omitted' in entry) omitted.set(column.name, entry.omitted);
    else columns.set(column.name, { select: column, ...entry });
  }
  return { table, name, title, columns, omitted, belongsTo, orderBy: sql.raw(orderBy) };
};

/** The tables that members download. Maps are by the names of the database; `name` is also that of the CSV file. */
export const exportedTables = describedTables.flatMap(toExported);

/** The rows of one table that belong to a member. */
export type TableExport = (typeof exportedTables)[number] & {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};
