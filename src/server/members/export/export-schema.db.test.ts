import { getTableName, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { excludedTables } from './excluded-tables.ts';
import { exportedTables } from './exported-tables.ts';

const app = await createTestApp();

/** The tables that lead to a member: by a foreign key, also through other tables, or by a column with the id of a member. */
const listMemberTables = async (): Promise<string[]> => {
  const { rows } = await app.db.execute<{ name: string }>(sql`
    with recursive reference as (
      select conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    ), reached (name) as (
      select 'members'
      union
      select table_name from information_schema.columns where table_schema = 'public' and column_name = 'member_id'
      union
      select reference.child from reference join reached on reference.parent = reached.name
    )
    select name from reached order by name`);
  return rows.map(({ name }) => name);
};

const exported = exportedTables.map(({ table }) => getTableName(table));

describe('the export of a member', () => {
  it('every table that leads to a member is exported or excluded with a reason', async () => {
    const tables = await listMemberTables();
    expect(tables).toEqual(expect.arrayContaining(['members', 'reservation_events', 'answers']));
    const decided = new Set([...exported, ...Object.keys(excludedTables)]);
    expect(tables.filter((name) => !decided.has(name))).toEqual([]);
    // No entry outlives its table.
    expect(Object.keys(excludedTables).filter((name) => !tables.includes(name))).toEqual([]);
    expect(Object.values(excludedTables).filter((reason) => reason.trim() === '')).toEqual([]);
  });

  it('no table is both exported and excluded', () => {
    expect(exported.filter((name) => name in excludedTables)).toEqual([]);
    expect(new Set(exported).size).toBe(exported.length);
  });

  it.each(exportedTables.map((entry) => [getTableName(entry.table), entry] as const))(
    'every column of %s is exported or omitted with a reason',
    async (name, { columns, omitted }) => {
      const { rows } = await app.db.execute<{ name: string }>(sql`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${name}`);
      const known = [...columns.keys(), ...omitted.keys()];
      expect(known.sort()).toEqual(rows.map((row) => row.name).sort());
      expect([...omitted.values()].filter((reason) => reason.trim() === '')).toEqual([]);
    },
  );
});
