import type { Database } from '#platform/server/db/database.ts';

interface Connection {
  query(statement: string): Promise<{ rows: unknown[] }>;
  exec(statements: string): Promise<unknown>;
}

/** A migrated database that test files use one after another. */
export interface ReusableDatabase {
  /** Opens it for one test file. Nothing of that file reaches it after `close`, which calls `onClose`. */
  open(onClose: () => Promise<void>): Promise<Database>;
  /** Runs `work` on the only connection, while no test file has it. */
  withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

interface PooledDatabase {
  readonly database: ReusableDatabase;
  /** Tables filled by migrations, which are not emptied. */
  readonly prefilledTables: readonly string[];
  readonly migratedState: string;
}

/** Empty databases that are free. Creating one takes much longer than emptying it, so test files reuse them. */
const idle: PooledDatabase[] = [];
/** Some test files need five; an embedded one takes hundreds of megabytes. */
const MAX_IDLE = 2;

const TABLES_SQL = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema')`;
const USED_TABLES_SQL = `${TABLES_SQL} and pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) > 0`;

/** A fingerprint of the schema, which emptying tables does not change. */
const DEFINITION_CATALOGS = [
  'pg_attribute',
  'pg_constraint',
  'pg_index',
  'pg_proc',
  'pg_trigger',
  // All databases of a server share this one.
  `pg_db_role_setting where setdatabase in (0, (select oid from pg_database where datname = current_database()))`,
];

const queryNames = async (connection: Connection, query: string): Promise<string[]> => {
  const { rows } = await connection.query(query);
  return (rows as { name: string }[]).map(({ name }) => name);
};

const describeState = async (connection: Connection, filled: readonly string[]): Promise<string> => {
  const definitions = DEFINITION_CATALOGS.map(
    (catalog) => `select concat(count(*), ' ', max(xmin::text::bigint)) as name from ${catalog}`,
  );
  const rows = filled.map(
    (table) => `select concat('${table}', md5(string_agg(t::text, ',' order by t::text))) from ${table} t`,
  );
  return (await queryNames(connection, [...definitions, ...rows].join(' union all '))).join('\n');
};

const describeMigrated = (database: ReusableDatabase): Promise<PooledDatabase> =>
  database.withConnection(async (connection) => {
    const filled: string[] = [];
    for (const table of await queryNames(connection, TABLES_SQL)) {
      if ((await connection.query(`select from ${table} limit 1`)).rows.length > 0) filled.push(table);
    }
    return {
      database,
      prefilledTables: filled,
      migratedState: await describeState(connection, filled),
    };
  });

const deleteAllRows = async (connection: Connection, prefilledTables: readonly string[]): Promise<void> => {
  const used = await queryNames(connection, USED_TABLES_SQL);
  const tables = used.filter((table) => !prefilledTables.includes(table));
  // `truncate` makes new files for every table and index: ten times slower for a few rows. Without triggers the order
  // of foreign keys does not matter.
  await connection.exec(`
    begin;
    set local session_replication_role = replica;
    ${tables.map((table) => `delete from ${table};`).join('\n')}
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null;
    commit`);
  // Query plans must not depend on how many rows earlier tests deleted.
  if (tables.length > 0) await connection.exec(`vacuum ${tables.join(', ')}`);
  // Resets the settings of the connection.
  await connection.exec('discard all');
};

/** Empties a database unless a test changed its schema. */
const emptyIfUnchanged = ({ database, prefilledTables, migratedState }: PooledDatabase): Promise<boolean> =>
  database.withConnection(async (connection) => {
    if ((await describeState(connection, prefilledTables)) !== migratedState) return false;
    await deleteAllRows(connection, prefilledTables);
    return true;
  });

const release = async (pooled: PooledDatabase): Promise<void> => {
  if (idle.length < MAX_IDLE && (await emptyIfUnchanged(pooled))) idle.push(pooled);
  else await pooled.database.drop();
};

/** A migrated, empty database; closing it returns it to the pool. */
export const borrowDatabase = async (create: () => Promise<ReusableDatabase>): Promise<Database> => {
  const pooled = idle.pop() ?? (await describeMigrated(await create()));
  return pooled.database.open(() => release(pooled));
};
