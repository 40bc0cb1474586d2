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
  for (const column of Object.values<PgColumn>(getTableColumns(table))) {
    const entry = declared[column.name];
    if (typeof entry === 'string') columns.set(column.name, { label: entry, select: column });
    else if (entry !== undefined && 'label' in entry) columns.set(column.name, { select: column, ...entry });
  }
  return { table, name, title, columns, belongsTo, orderBy: sql.raw(orderBy) };
};

/** The tables that members download. `columns` has the column names of the database as keys; `name` is also that of the CSV file. */
export const exportedTables = describedTables.flatMap(toExported);

/** The rows of one table that belong to a member. */
export type TableExport = (typeof exportedTables)[number] & {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};
