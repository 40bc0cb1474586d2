import { getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

interface ExportedColumn {
  /** In Korean, for the readable page. */
  readonly label: string;
  /** Formats a value for the readable page; absent for text, numbers and times. */
  readonly format?: (value: string) => string;
  /** Replaces the column when only some of its values belong to the member. */
  readonly select?: SQL;
}

type TableColumns<T extends PgTable> = T['_']['columns'];

interface Declaration<T extends PgTable> {
  /** In Korean, for the readable page. */
  readonly title: string;
  /** Only these columns are read, so that a new column is not exported by accident. */
  readonly columns: { readonly [K in keyof TableColumns<T>]?: ExportedColumn | string };
  /** Why the other columns are left out. A test requires an entry for each column in one of the two lists. */
  readonly omitted: { readonly [K in keyof TableColumns<T>]?: string };
  readonly orderBy: PgColumn;
  readonly belongsTo: (memberId: string) => SQL;
}

interface SelectedColumn extends Omit<ExportedColumn, 'select'> {
  readonly select: PgColumn | SQL;
}

export interface ExportedTable extends Pick<Declaration<PgTable>, 'title' | 'orderBy' | 'belongsTo'> {
  readonly table: PgTable;
  /** By the names of the database. */
  readonly columns: ReadonlyMap<string, SelectedColumn>;
  readonly omitted: ReadonlyMap<string, string>;
}

/** The rows of one table that belong to a member. */
export interface TableExport extends Pick<ExportedTable, 'title' | 'columns'> {
  /** In the database; also the name of its CSV file. */
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Declares how the rows of one table are exported for a member. */
export const exportTable = <T extends PgTable>(table: T, declaration: Declaration<T>): ExportedTable => {
  const { title, orderBy, belongsTo } = declaration;
  const listed = declaration.columns as Record<string, ExportedColumn | string>;
  const left = declaration.omitted as Record<string, string>;
  const columns = new Map<string, SelectedColumn>();
  const omitted = new Map<string, string>();
  for (const [key, column] of Object.entries<PgColumn>(getTableColumns(table))) {
    const given = listed[key];
    const reason = left[key];
    if (given !== undefined)
      columns.set(column.name, { select: column, ...(typeof given === 'string' ? { label: given } : given) });
    if (reason !== undefined) omitted.set(column.name, reason);
  }
  return { table, title, orderBy, belongsTo, columns, omitted };
};
