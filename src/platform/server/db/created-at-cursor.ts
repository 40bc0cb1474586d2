import { sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** A position in a list that is sorted by creation and id, newest first. */
export interface CreatedAtPosition<Id> {
  /** Microseconds since 1970: a `Date` would drop the last three digits. */
  readonly createdAt: string;
  readonly id: Id;
}

/** Encodes positions as `1795222800000000.17`. `readId` returns null for text that is not an id. */
export const createCreatedAtCursor = <Id extends string | number>(readId: (text: string) => Id | null) => ({
  read: (cursor: string): CreatedAtPosition<Id> | null => {
    const [, createdAt, idText = ''] = /^([0-9]{1,16})\.([0-9a-f-]+)$/.exec(cursor) ?? [];
    const id = readId(idText);
    return createdAt === undefined || id === null ? null : { createdAt, id };
  },
  write: ({ createdAt, id }: CreatedAtPosition<Id>): string => `${createdAt}.${id}`,
});

/** SQL expression for the `createdAt` of a position. */
export const microsecondsOf = (column: AnyColumn | SQL) =>
  sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`;

/** Matches the rows after a position. */
export const isAfterPosition = (
  columns: { readonly createdAt: AnyColumn | SQL; readonly id: AnyColumn | SQL },
  { createdAt, id }: CreatedAtPosition<string | number>,
): SQL =>
  sql`(${columns.createdAt}, ${columns.id}) < (timestamptz 'epoch' + ${createdAt}::bigint * interval '1 microsecond', ${id})`;
