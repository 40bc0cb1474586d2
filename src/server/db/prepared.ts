import type { Db } from './connection.ts';

/**
 * A statement of the busiest paths, with `sql.placeholder`s for what changes: put together once for each database instead
 * of at each request, and planned once for each connection, since PostgreSQL knows it by its name. In a transaction it is
 * put together anew, under the same name.
 */
export const prepared = <Statement extends object, Builder extends object = Pick<Db, 'select'>>(
  build: (db: Builder) => Statement,
) => {
  const ready = new WeakMap<Builder, Statement>();
  return (db: Builder): Statement => {
    const known = ready.get(db);
    if (known !== undefined) return known;
    const statement = build(db);
    ready.set(db, statement);
    return statement;
  };
};
