import { sql } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { sessions, setupLinks } from '#core/auth/server/tables.ts';
import { createTestDatabase } from '#test/test-database.ts';
import { createDumpChecksum } from './dump-checksum.ts';
import { dumpDatabase, dumpTables } from './dump-tables.ts';
import { importTables } from './import-tables.ts';

// Column types and values that our tables do not have yet, or rarely.
const ODD = `
  create schema odd;
  create table odd."Mixed case" (
    id bigint generated always as identity primary key,
    "a ""quoted"" one" text,
    doubled text generated always as ("a ""quoted"" one" || "a ""quoted"" one") stored,
    at timestamptz, day date, ratio double precision, whole numeric, raw bytea, list text[], ids uuid[], facts jsonb
  );
  create sequence odd.alone start 7;
  create table odd.before_it (parent bigint not null references odd."Mixed case");`;
const ROWS = `
  insert into odd."Mixed case" ("a ""quoted"" one", at, day, ratio, whole, raw, list, ids, facts) values
    ('줄\n바꿈 \\ "따옴표" '' 😀', '2026-11-21 01:02:03.123456+09', '0044-03-15 BC', 0.1::float8 + 0.2, 1e-30,
      '\\x00ff0a5c', array['가,나', null, '{}', ''], '{}', '{"a": null, "b": [1, "둘"]}'),
    (null, '-infinity', 'infinity', 'NaN', 123456789012345678901234567890.12, '', null, null, 'null'),
    ('', null, null, '-Infinity', null, null, '{}', null, '"text"');
  insert into odd.before_it values (1), (3), (3);
  insert into odd.before_it select 2 from generate_series(1, 2500);
  delete from odd."Mixed case" where id = (select max(id) + 1 from odd."Mixed case");
  select nextval('odd.alone');`;

const readLines = async function* (lines: readonly string[]) {
  yield* lines;
};

const [source, target] = [await createTestDatabase(), await createTestDatabase()];
afterAll(async () => {
  await source.close();
  await target.close();
});

it('a dump preserves every value, and sequences continue after the highest one', async () => {
  for (const { exec } of [source, target]) await exec(ODD);
  await source.exec(ROWS);
  const lines: string[] = [];
  await dumpDatabase(source, (line) => void lines.push(line));

  const arrived = createDumpChecksum();
  await target.db.transaction(async (tx) => {
    await importTables(tx, readLines(lines));
    await dumpTables(tx, (line) => arrived.add(line));
  });
  const sent = createDumpChecksum();
  for (const line of lines) sent.add(line);
  expect(arrived.finish()).toEqual(sent.finish());
  expect(arrived.finish().tables['odd.before_it']?.rows).toBe(2503);

  const { rows } = await target.db.execute(sql`
    insert into odd."Mixed case" (list) values (null) returning id::int, nextval('odd.alone')::int as alone,
      (select doubled from odd."Mixed case" where id = 1) as doubled`);
  expect(rows).toEqual([{ id: 4, alone: 8, doubled: expect.stringMatching(/😀줄/) }]);
});

it('a dump is a consistent snapshot despite concurrent writes', async () => {
  const digest = createDumpChecksum();
  let writing: Promise<unknown> | undefined;
  await dumpDatabase(source, (line) => {
    digest.add(line);
    writing ??= source.db.execute(sql`delete from odd.before_it`);
  });
  await writing;
  expect(digest.finish().tables['odd.before_it']?.rows).toBe(2503);
});

it('two dumps at once, such as the nightly one and one on demand, both succeed', async () => {
  const lines = await Promise.all(
    [1, 2].map(async () => {
      let count = 0;
      await dumpDatabase(source, () => void (count += 1));
      return count;
    }),
  );
  expect(lines[0]).toBeGreaterThan(1);
  expect(lines[1]).toBe(lines[0]);
});

it.each([
  ['odd.before_it (parent) select 4 --', []],
  ['odd.before_it', ['parent) select 4 --']],
])('a dump that names the table %s with the columns %j is refused unsent', async (table, columns) => {
  const lines = [JSON.stringify({ table, columns }), '[]'];
  const execute = vi.spyOn(target.db, 'execute');
  await expect(importTables(target.db, readLines(lines))).rejects.toThrow('the database has no');
  expect(execute.mock.calls.map(([query]) => JSON.stringify(query)).join()).not.toContain('select 4');
});

it('a database that was never migrated is not dumped', async () => {
  const dumping = target.db.transaction(async (tx) => {
    await tx.execute(sql`alter table schema_migrations rename to former_migrations`);
    await dumpTables(tx, () => undefined);
  });
  await expect(dumping).rejects.toThrow('백업할 데이터가 없습니다');
});

it('a truncated dump is detected', () => {
  const digest = createDumpChecksum();
  digest.add('{"dump":1,"migrations":[]}');
  digest.add('{"table":"public.members","columns":["id"]}');
  expect(() => digest.finish()).toThrow('no end');
});

const ATTACK = "'); drop table public.sessions; --";
const importLines = (...lines: readonly object[]): Promise<void> =>
  target.db.transaction((tx) => importTables(tx, readLines(lines.map((line) => JSON.stringify(line)))));

it.each([
  ['table', { table: `public.members${ATTACK}`, columns: ['id'] }, 'has no table'],
  ['column', { table: 'public.members', columns: [`id${ATTACK}`] }, 'has no public.members'],
  ['sequence', { sequences: { [`public.questions_id_seq${ATTACK}`]: '1' } }, 'Failed query'],
])('S-140 a dump with SQL in the name of a %s is rejected', async (_, header, reason) => {
  await expect(importLines(header, [ATTACK])).rejects.toThrow(reason);
  expect(await target.db.$count(sessions)).toBe(0);
});

it('S-140 SQL in a value of a dump is data', async () => {
  const header = { table: 'public.setup_links', columns: ['is_only', 'token_hash', 'expires_at'] };
  await importLines(header, ['true', ATTACK, '2026-11-27T00:00:00Z'], { end: true });
  expect(await target.db.select().from(setupLinks)).toMatchObject([{ tokenHash: ATTACK }]);
  expect(await target.db.$count(sessions)).toBe(0);
});
