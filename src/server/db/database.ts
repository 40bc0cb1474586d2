import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Log } from '#server/ports/log.ts';
import type { ChangeListener } from './change-listener.ts';
import { openPglite } from '#server/db/pglite/open-pglite.ts';
import { openPostgres } from '#server/db/postgres/open-postgres.ts';

interface Rows<Row> {
  readonly rows: Row[];
}

interface RowsHKT extends PgQueryResultHKT {
  readonly type: Rows<this['row']>;
}

/** The query builder inside a transaction, for both drivers. */
export type Tx = Omit<PgDatabase<RowsHKT>, 'transaction'>;

/** The query builder for both drivers, so that queries are written once. */
export interface Db extends Tx {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface Database {
  readonly db: Db;
  readonly kind: 'embedded' | 'postgres';
  /** Executes several statements at once, such as a migration. */
  exec(statements: string): Promise<void>;
  /** Counts connections by state; absent for the embedded database, which has one. */
  countConnections?(): Record<'busy' | 'idle' | 'waiting', number>;
  /** Calls `onChange` when any process changed public content, and when a change may have been missed. */
  listenForChanges(onChange: () => void): ChangeListener;
  close(): Promise<void>;
}

interface OpenOptions {
  /** PostgreSQL 15 or newer; the embedded database in `dataDir` when absent. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
}

export const openDatabase = ({ databaseUrl, dataDir, log }: OpenOptions): Promise<Database> =>
  databaseUrl === undefined ? openPglite(dataDir) : openPostgres(databaseUrl, log);
