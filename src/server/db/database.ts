import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Clock } from '#server/ports/clock.ts';
import type { ChangeListener } from './change-listener.ts';

interface Rows<Row> {
  readonly rows: Row[];
}

interface RowsHKT extends PgQueryResultHKT {
  readonly type: Rows<this['row']>;
}

/** The query builder inside a transaction, for PGlite and PostgreSQL. */
export type Tx = Omit<PgDatabase<RowsHKT>, 'transaction'>;

/** The query builder for PGlite and PostgreSQL. */
export interface Db extends Tx {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface Database {
  readonly db: Db;
  readonly kind: 'embedded' | 'postgres';
  /** The time of the database, which all servers on it share. The embedded database has the time of this machine. */
  readonly clock: Clock;
  /** Runs several SQL statements separated by semicolons as one transaction. */
  exec(statements: string): Promise<void>;
  /** Connections of the pool by state. The embedded database has a single connection and does not implement it. */
  countConnections?(): Record<'busy' | 'idle' | 'waiting', number>;
  /** Calls `onChange` when any process changes public content, and after a reconnect, when notifications may have been missed. */
  listenForChanges(onChange: () => void): ChangeListener;
  close(): Promise<void>;
}
