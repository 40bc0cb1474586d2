import { sql } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/database.ts';

/** A table; names are quoted as SQL identifiers. */
export interface Table {
  /** `public.members` */
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

interface TableRow extends Record<string, unknown> {
  readonly name: string;
  readonly columns: Table['columns'];
  readonly refersTo: readonly string[];
}

/** Reads the permanent tables of all schemas, except the migrations and those of PostgreSQL and of extensions. */
const readTables = async (db: Tx): Promise<TableRow[]> => {
  const { rows } = await db.execute<TableRow>(sql`
    select format('%I.%I', n.nspname, c.relname) as name,
      (
        select coalesce(json_agg(
          json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum
        ), '[]')
        from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      (
        select coalesce(json_agg(distinct format('%I.%I', fn.nspname, fc.relname)), '[]')
        from pg_constraint k join pg_class fc on fc.oid = k.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
        where k.conrelid = c.oid and k.contype = 'f'
      ) as "refersTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p'
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and c.oid <> coalesce(to_regclass('public.schema_migrations'), 0::oid)
      and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype = 'e')
    order by n.nspname, c.relname
  `);
  return rows;
};

/** Returns the tables sorted so that each follows those it references. */
export const introspectSchema = async (db: Tx): Promise<Table[]> => {
  const waiting = await readTables(db);
  const sorted: Table[] = [];
  const isDone = (name: string): boolean => sorted.some((table) => table.name === name);
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refersTo }) => refersTo.every(isDone));
    const [table] = waiting.splice(next, next === -1 ? 0 : 1);
    if (table === undefined)
      throw new Error(
        `tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`,
      );
    sorted.push({ name: table.name, columns: table.columns });
  }
  return sorted;
};

export const findFilledTables = async (db: Tx): Promise<string[]> => {
  const filled: string[] = [];
  for (const { name } of await readTables(db)) {
    const { rows } = await db.execute(sql`select from ${sql.raw(name)} limit 1`);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
};
