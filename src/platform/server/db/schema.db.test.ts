import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#test/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  readonly isKey: boolean;
}
const byName = (a: Column, b: Column): number => (a.name < b.name ? -1 : 1);

const declaredColumns = (table: PgTable): Column[] => {
  const { columns, primaryKeys } = getTableConfig(table);
  const keys = primaryKeys.flatMap((key) => key.columns.map(({ name }) => name));
  return columns
    .map((column) => ({
      name: column.name,
      type: column.getSQLType().replace('timestamp with time zone', 'timestamptz'),
      isRequired: column.notNull,
      hasDefault:
        column.hasDefault || column.generatedIdentity !== undefined || column.generated !== undefined,
      isKey: column.primary || keys.includes(column.name),
    }))
    .toSorted(byName);
};

const actualColumns = async (name: string): Promise<Column[]> => {
  const { rows } = await database.db.execute<Column & Record<string, unknown>>(sql`
    select a.attname as name,
      replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz') as type,
      a.attnotnull as "isRequired",
      (a.atthasdef or a.attidentity <> '') as "hasDefault",
      exists (
        select 1 from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)
      ) as "isKey"
    from pg_attribute a
    where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped
  `);
  return rows
    .map(({ name: column, type, isRequired, hasDefault, isKey }) => ({
      name: column,
      type,
      isRequired,
      hasDefault,
      isKey,
    }))
    .toSorted(byName);
};

const modules = import.meta.glob<Record<string, unknown>>('/src/**/tables.ts', { eager: true });
const tables = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value): value is PgTable => is(value, PgTable));

describe('tables.ts', () => {
  it.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
    'the table %s is declared exactly as the migrations create it',
    async (name, table) => {
      expect(declaredColumns(table)).toEqual(await actualColumns(name));
    },
  );

  it('every table of the public schema is declared', async () => {
    const { rows } = await database.db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
    );
    const declaredNames = tables.map((table) => getTableConfig(table).name);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(declaredNames.toSorted());
  });
});

describe('raw SQL results', () => {
  it('raw queries return dates, bigints, booleans, arrays and instants identically on PGlite and PostgreSQL', async () => {
    const { rows } = await database.db.execute(
      sql`select date '2026-11-21' as day, 9007199254740991::bigint as large, true as yes, array[1, 2] as list,
        timestamptz '2026-11-21 10:00:00.5+09' as instant`,
    );
    expect(rows[0]).toEqual({
      day: '2026-11-21',
      large: 9_007_199_254_740_991,
      yes: true,
      list: [1, 2],
      instant: '2026-11-21 01:00:00.5+00',
    });
  });

  it('the database folds accented letters to lower case and orders Hangul', async () => {
    const { rows } = await database.db.execute(sql`select lower('ÀB가') as low, '가' < '나' as ordered`);
    expect(rows[0]).toEqual({ low: 'àb가', ordered: true });
  });
});
