import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { Database } from '#server/db/database.ts';
import { wrapPglite } from '#server/db/pglite/open-pglite.ts';
import { openPgliteDir } from '#server/db/pglite/open-pglite-dir.ts';
import { initDatabaseDir } from '#server/db/pglite/init-database-dir.ts';

interface PgliteSource {
  readonly template: string;
  /** The folder for copies, which is deleted when all tests are done. */
  readonly copies: string;
}

interface PooledPglite {
  readonly client: PGlite;
  readonly folder: string;
  /** Tables filled by migrations, which are not emptied. */
  readonly prefilledTables: readonly string[];
  readonly migratedState: string;
}

/** Open, empty databases that are free. Opening takes seconds and emptying a moment, so test files reuse them. */
const idle: PooledPglite[] = [];
/** Some test files need five; each takes hundreds of megabytes. */
const MAX_IDLE = 2;

const TABLES_SQL = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema')`;

/** A fingerprint of the schema, which emptying tables does not change. */
const DEFINITION_CATALOGS = [
  'pg_attribute',
  'pg_constraint',
  'pg_index',
  'pg_proc',
  'pg_trigger',
  'pg_db_role_setting',
];

const queryNames = async (client: PGlite, query: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
};

const describeState = async (client: PGlite, filled: readonly string[]): Promise<string> => {
  const definitions = DEFINITION_CATALOGS.map(
    (catalog) =>
      `select concat('${catalog}', count(*), ' ', max(xmin::text::bigint)) as name from ${catalog}`,
  );
  const rows = filled.map(
    (table) => `select concat('${table}', md5(string_agg(t::text, ',' order by t::text))) from ${table} t`,
  );
  return (await queryNames(client, [...definitions, ...rows].join(' union all '))).join('\n');
};

const openCopy = async ({ template, copies }: PgliteSource): Promise<PooledPglite> => {
  const folder = await mkdtemp(join(copies, 'copy-'));
  await initDatabaseDir(template, join(folder, 'db'));
  const client = await openPgliteDir(join(folder, 'db'));
  const filled: string[] = [];
  for (const table of await queryNames(client, TABLES_SQL)) {
    if ((await client.query(`select from ${table} limit 1`)).rows.length > 0) filled.push(table);
  }
  return { client, folder, prefilledTables: filled, migratedState: await describeState(client, filled) };
};

const deleteAllRows = async ({ client, prefilledTables }: PooledPglite): Promise<void> => {
  const tables = (await queryNames(client, TABLES_SQL)).filter((table) => !prefilledTables.includes(table));
  // `truncate` makes new files for every table and index: ten times slower for a few rows. Without triggers the order
  // of foreign keys does not matter.
  await client.exec(`
    begin;
    set local session_replication_role = replica;
    ${tables.map((table) => `delete from ${table};`).join('\n')}
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null;
    commit`);
  // Resets the settings of the connection.
  await client.exec('discard all');
};

/** A database whose schema was changed by a test is not reused. */
const release = async (opened: PooledPglite): Promise<void> => {
  const { client, folder, prefilledTables, migratedState } = opened;
  if (idle.length < MAX_IDLE && (await describeState(client, prefilledTables)) === migratedState) {
    await deleteAllRows(opened);
    idle.push(opened);
    return;
  }
  await client.close();
  await rm(folder, { recursive: true, force: true });
};

/** A client for one borrower; after its return it fails like a closed one, even if the test still uses it. */
const createRevocableClient = (client: PGlite): PGlite => {
  let isOver = false;
  return new Proxy(client, {
    get: (target, key) => {
      if (key === 'close') {
        return () => {
          isOver = true;
          return Promise.resolve();
        };
      }
      if (isOver) throw new Error('this database was given back');
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
};

/** A migrated, empty embedded database; closing it returns it to the pool. */
export const borrowPglite = async (source: PgliteSource): Promise<Database> => {
  const opened = idle.pop() ?? (await openCopy(source));
  return wrapPglite(createRevocableClient(opened.client), () => release(opened));
};
