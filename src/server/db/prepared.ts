import type { Query, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { PreparedQueryConfig } from 'drizzle-orm/pg-core';
import { oncePer } from '#server/once-per.ts';
import type { Db } from './connection.ts';
import { mapRowsAtOnce } from './map-rows.ts';

interface Prepared {
  getQuery(): Query;
}

const texts = new Set<string>();

/** Whether it is worth keeping as planned: the embedded database is told texts, and no names. */
export const isPreparedText = (text: string): boolean => texts.has(text);

/**
 * A statement of the busiest paths, with `sql.placeholder`s for what changes: put together once for each database instead
 * of at each request, and planned once for each connection, since PostgreSQL knows it by its name. In a transaction it is
 * put together anew, under the same name.
 */
export const prepared = <Statement extends Prepared, Builder extends object = Pick<Db, 'select'>>(
  build: (db: Builder) => Statement,
) =>
  oncePer((db: Builder) => {
    const statement = build(db);
    texts.add(statement.getQuery().sql);
    mapRowsAtOnce(statement);
    return statement;
  });

const dialect = new PgDialect();

/** For `prepared`: a statement that the query builder has no words for. Its rows come as the driver reads them. */
export const prepareSql = <Row>(db: Db, name: string, statement: SQL) =>
  db._.session.prepareQuery<PreparedQueryConfig & { readonly execute: { readonly rows: Row[] } }>(
    dialect.sqlToQuery(statement),
    undefined,
    name,
    false,
  );
