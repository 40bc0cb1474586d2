import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { describeTables } from './describe-tables.ts';
import type { Table } from './describe-tables.ts';

type Tx = Pick<Db, 'execute'>;
export type WriteLine = (line: string) => Promise<void> | void;

const ROWS_AT_ONCE = 1_000;

// Values travel as PostgreSQL's own text, which every version reads back to the same value if these are the same.
const SAME_TEXT = sql.raw(`
  select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true),
    set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true)`);

export const fixTexts = async (tx: Tx): Promise<void> => void (await tx.execute(SAME_TEXT));

const dumpRows = async (tx: Tx, { name, columns }: Table, write: WriteLine): Promise<void> => {
  const texts = columns.map((column) => `${column.name}::text`).join(', ');
  // Sorted, so that the same rows are the same lines, wherever they lie.
  await tx.execute(
    sql.raw(`declare dumped no scroll cursor for
      select line from (select array_to_json(array[${texts}]::text[])::text as line from ${name}) as rows
      order by line collate "C"`),
  );
  for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE;) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${ROWS_AT_ONCE} from dumped`));
    for (const { line } of rows) await write(line);
    count = rows.length;
  }
  await tx.execute(sql.raw('close dumped'));
};

const readMigrations = async (tx: Tx) => {
  const { rows } = await tx.execute<{ version: number; checksum: string }>(
    sql`select version, checksum from schema_migrations order by version`,
  );
  return rows;
};

// Read last: they only grow and heed no transaction, so none is behind its table.
const readSequences = async (tx: Tx): Promise<Record<string, string>> => {
  const { rows } = await tx.execute<{ name: string; last: string }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where last_value is not null order by schemaname, sequencename
  `);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
};

/**
 * Everything in the database, one JSON value a line: what it is, then for each table its name and columns and an array of
 * texts for each row, then where the sequences stand, then the end.
 */
export const dumpTables = async (tx: Tx, write: WriteLine): Promise<void> => {
  await fixTexts(tx);
  await write(JSON.stringify({ dump: 1, migrations: await readMigrations(tx) }));
  for (const table of await describeTables(tx)) {
    await write(JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) }));
    await dumpRows(tx, table, write);
  }
  await write(JSON.stringify({ sequences: await readSequences(tx) }));
  await write(JSON.stringify({ end: true }));
};

/** As of one moment, whatever is written meanwhile. */
export const dumpDatabase = (db: Db, write: WriteLine): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await dumpTables(tx, write);
  });
