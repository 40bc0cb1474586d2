import { sql } from 'drizzle-orm';
import type { Database, Db, Tx } from '#platform/server/db/database.ts';
import { findAppliedMigrations } from '#platform/server/db/migrate.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { introspectSchema, type Table } from './introspect-schema.ts';

type WriteLine = (line: string) => Promise<void> | void;

const ROW_BATCH_SIZE = 1_000;
const BLOCK_BATCH_SIZE = 32;

// Values are dumped as PostgreSQL text; with these settings every version reads them back unchanged.
const STABLE_TEXT_SETTINGS = sql.raw(`
  select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true),
    set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true)`);

export const setStableTextFormat = async (tx: Tx): Promise<void> =>
  void (await tx.execute(STABLE_TEXT_SETTINGS));

const lineOf = ({ columns }: Table): string =>
  `array_to_json(array[${columns.map(({ name }) => `${name}::text`).join(', ')}]::text[])::text as line`;

const dumpRows = async (tx: Tx, table: Table, write: WriteLine): Promise<void> => {
  await tx.execute(sql.raw(`declare dumped no scroll cursor for select ${lineOf(table)} from ${table.name}`));
  for (let count = ROW_BATCH_SIZE; count === ROW_BATCH_SIZE;) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${ROW_BATCH_SIZE} from dumped`));
    for (const { line } of rows) await write(line);
    count = rows.length;
  }
  await tx.execute(sql.raw('close dumped'));
};

// Sequences only grow and are not transactional. Read no earlier than the snapshot that the rows come from, none is behind its table.
const readSequences = async (tx: Tx): Promise<Record<string, string>> => {
  const { rows } = await tx.execute<{ name: string; last: string }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where last_value is not null order by schemaname, sequencename
  `);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
};

const readSnapshot = async (tx: Tx) => {
  const migrations = await findAppliedMigrations(tx);
  if (migrations === null)
    throw new OperatorError('백업할 데이터가 없습니다. 서버가 사용한 적이 없는 데이터베이스입니다.');
  return { migrations, tables: await introspectSchema(tx), sequences: await readSequences(tx) };
};

type Snapshot = Awaited<ReturnType<typeof readSnapshot>>;

/**
 * Writes one JSON value per line: the header, each table's name and columns followed by its rows as arrays of texts, the
 * sequences, and an end marker.
 */
const writeAll = async (
  { migrations, tables, sequences }: Snapshot,
  write: WriteLine,
  writeRows: (table: Table, index: number) => Promise<void>,
): Promise<void> => {
  await write(JSON.stringify({ dump: 1, migrations }));
  for (const [index, table] of tables.entries()) {
    await write(JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) }));
    await writeRows(table, index);
  }
  await write(JSON.stringify({ sequences }));
  await write(JSON.stringify({ end: true }));
};

export const dumpTables = async (tx: Tx, write: WriteLine): Promise<void> => {
  await setStableTextFormat(tx);
  const seen = await readSnapshot(tx);
  await writeAll(seen, write, (table) => dumpRows(tx, table, write));
};

const dumpSnapshot = (db: Db, write: WriteLine): Promise<void> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read, read only`);
      await dumpTables(tx, write);
    },
    { hasOutsideEffects: true },
  );

const countBlocks = async (tx: Tx, copy: string): Promise<number> => {
  const { rows } = await tx.execute<{ blocks: number }>(
    sql`select (pg_relation_size(${copy}::regclass) / current_setting('block_size')::int)::int as blocks`,
  );
  return rows[0]?.blocks ?? 0;
};

type NameCopy = (index: number) => string;

/** Copies all tables into temporary ones. Returns the snapshot and the number of blocks of each copy. */
const copyTables = (db: Db, copyOf: NameCopy): Promise<Snapshot & { readonly blocks: readonly number[] }> =>
  db.transaction(async (tx) => {
    const seen = await readSnapshot(tx);
    const blocks: number[] = [];
    for (const [index, { name }] of seen.tables.entries()) {
      await tx.execute(sql.raw(`create temp table ${copyOf(index)} as table ${name}`));
      blocks.push(await countBlocks(tx, copyOf(index)));
    }
    return { ...seen, blocks };
  });

const dumpCopy = async (
  db: Db,
  table: Table,
  copy: string,
  blocks: number,
  write: WriteLine,
): Promise<void> => {
  for (let block = 0; block < blocks; block += BLOCK_BATCH_SIZE) {
    const lines = await db.transaction(async (tx) => {
      await setStableTextFormat(tx);
      const { rows } = await tx.execute<{ line: string }>(
        sql.raw(`select ${lineOf(table)} from ${copy}
          where ctid >= '(${block},0)'::tid and ctid < '(${block + BLOCK_BATCH_SIZE},0)'::tid`),
      );
      return rows;
    });
    for (const { line } of lines) await write(line);
  }
};

/** Number of the last dump. It is part of the names of the copies, because the nightly dump and one on demand may run at once. */
let lastDump = 0;

/**
 * The embedded database has one connection. Rows are first copied into temporary tables, which is fast, and then read in small
 * batches between requests. Each batch waits for its turn on that connection, so an empty table is not queried.
 */
const dumpCopies = async (db: Db, write: WriteLine): Promise<void> => {
  const dump = (lastDump += 1);
  const copyOf: NameCopy = (index) => `pg_temp.dumped_${dump}_${index}`;
  const { blocks, ...seen } = await copyTables(db, copyOf);
  try {
    await writeAll(seen, write, (table, index) =>
      dumpCopy(db, table, copyOf(index), blocks[index] ?? 0, write),
    );
  } finally {
    await db.execute(sql.raw(`drop table ${seen.tables.map((_, index) => copyOf(index)).join(', ')}`));
  }
};

/** Dumps a consistent snapshot of the database. */
export const dumpDatabase = ({ db, kind }: Pick<Database, 'db' | 'kind'>, write: WriteLine): Promise<void> =>
  kind === 'embedded' ? dumpCopies(db, write) : dumpSnapshot(db, write);
