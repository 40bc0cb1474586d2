import { getTableName, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** How long a row is retained: in calendar months, as laws count, or in hours. */
export type RetentionPeriod = { readonly months: number } | { readonly hours: number };

/** Which rows the purge deletes. */
export type Retention = RetentionPeriod & {
  /** SQL column or expression at which the period starts: an instant, a date in Seoul (`isDate`), or null for rows that stay. */
  readonly startSql: string;
  readonly isDate?: true;
  /** Purged hourly, because the nightly run would exceed the promised period. */
  readonly isHourly?: true;
};

export interface LabelledColumn {
  /** In Korean, for the page of a member's download that people read. */
  readonly label: string;
  /** Formats a value for the page that people read. Most values need no format of their own. */
  readonly format?: (value: string) => string;
  /** Replaces the column, for example when only some of its values belong to the member. */
  readonly select?: PgColumn | SQL;
}

interface OmittedColumn {
  /** Why members do not download the column. */
  readonly omitted: string;
}

interface Exported<Column extends string> {
  /** In Korean, for the page that people read. */
  readonly title: string;
  /** All columns except `member_id`. A label alone is enough for most. */
  readonly columns: Readonly<Record<Exclude<Column, 'member_id'>, string | LabelledColumn | OmittedColumn>>;
  /** Selects the member's rows; by default those with the member's id in `member_id`. */
  readonly belongsTo?: (memberId: string) => SQL;
  /** By default `id`. */
  readonly orderBy?: Column;
}

/** What a table holds. Columns are named as in the database (`member_id`), not as in the code (`memberId`). */
type Description<Column extends string> = (Exported<Column> | { readonly title?: never }) & {
  /** The columns with personal data, by the name of the purpose for which they are processed. */
  readonly holds?: Readonly<Record<string, readonly Column[]>>;
  readonly retention?: Retention;
  /** Why a table whose rows refer to members is not exported. */
  readonly notExported?: string;
};

/** `name` includes the database schema unless that is `public`. `table` is absent for tables that only plain SQL uses. */
export type DescribedTable = Description<string> & { readonly name: string; readonly table?: PgTable };

type ColumnName<T extends PgTable> = T['_']['columns'][keyof T['_']['columns']]['_']['name'];

/** Declares what a table holds. A new column of an exported table is a compile error until it has a label or is omitted. */
export const describeTable = <T extends PgTable>(
  table: T,
  description: Description<ColumnName<T>>,
): DescribedTable => ({ ...description, table, name: getTableName(table) });

/** Omits columns of an exported table for one reason. */
export const omit = <Column extends string>(omitted: string, ...columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, { omitted }])) as Record<Column, OmittedColumn>;

/** A column of codes. The page that people read shows the words for them, and a code without words as it is. */
export const coded = (label: string, words: Readonly<Record<string, string>>): LabelledColumn => ({
  label,
  format: (value) => words[value] ?? value,
});
