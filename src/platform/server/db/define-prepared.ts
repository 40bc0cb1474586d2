import { sql, type Placeholder } from 'drizzle-orm';
import type { Tx } from './database.ts';

/**
 * Returns a function that builds a prepared statement once per query builder: once per database, and for transactions once per
 * connection of PostgreSQL, or per transaction of PGlite. Values are passed as `sql.placeholder`s.
 *
 * Building a query costs more than sending it: with prepared statements, a member's reservation list including its session lookup
 * takes 0.10 ms of CPU instead of 0.30 ms.
 */
export const definePrepared = <Statement extends object>(build: (db: Tx) => Statement) => {
  const statements = new WeakMap<Tx, Statement>();
  return (db: Tx): Statement => {
    const statement = statements.get(db) ?? build(db);
    statements.set(db, statement);
    return statement;
  };
};

/** The values of an insert: for each column a placeholder of its name. */
export const placeholdersOf = <Name extends string>(...columns: readonly Name[]) =>
  Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)])) as { [N in Name]: Placeholder<N> };
