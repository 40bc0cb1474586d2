import { sql } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/database.ts';
import { parseHeader } from './dump-format.ts';
import { setStableTextFormat } from './dump-tables.ts';
import { introspectSchema, type Table } from './introspect-schema.ts';

const BATCH_CHARS = 1_000_000;

/**
 * Finds the named table with these columns. Throws when the database lacks one, so that statements contain only names of the database,
 * never those of the dump.
 */
const findTable = (tables: readonly Table[], name: string, columns: readonly string[]): Table => {
  const table = tables.find((candidate) => candidate.name === name);
  if (table === undefined) throw new Error(`the database has no table ${name}`);
  return {
    name: table.name,
    columns: columns.map((column) => {
      const found = table.columns.find((candidate) => candidate.name === column);
      if (found === undefined) throw new Error(`the database has no ${name} with the column ${column}`);
      return found;
    }),
  };
};

const insertInto = ({ name, columns }: Table) => {
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(', ');
  const names = columns.map((column) => column.name).join(', ');
  return async (tx: Tx, lines: readonly string[]): Promise<void> => {
    await tx.execute(sql`
      ${sql.raw(`insert into ${name} (${names}) overriding system value select ${values}`)}
      from json_array_elements(${`[${lines.join(',')}]`}::json) as line
    `);
  };
};

/** Imports a dump into empty tables and sets the sequences. */
export const importTables = async (tx: Tx, lines: AsyncIterable<string>): Promise<void> => {
  await setStableTextFormat(tx);
  const tables = await introspectSchema(tx);
  let insert: ReturnType<typeof insertInto> | null = null;
  let [waiting, letters]: [string[], number] = [[], 0];

  const flush = async (): Promise<void> => {
    if (insert !== null && waiting.length > 0) await insert(tx, waiting);
    [waiting, letters] = [[], 0];
  };

  for await (const line of lines) {
    const head = parseHeader(line);
    if (head === null) {
      waiting.push(line);
      letters += line.length;
      if (letters > BATCH_CHARS) await flush();
      continue;
    }
    await flush();
    if ('table' in head) insert = insertInto(findTable(tables, head.table, head.columns));
    if ('sequences' in head)
      for (const [name, last] of Object.entries(head.sequences))
        await tx.execute(sql`select setval(${name}::regclass, ${last}::bigint, true)`);
  }
};
