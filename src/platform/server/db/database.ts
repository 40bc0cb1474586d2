import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Clock } from '../ports/clock.ts';
import type { ChangeListener } from './change-listener.ts';

export interface RowsHKT extends PgQueryResultHKT {
  readonly type: Readonly<Record<'rows', this['row'][]>>;
}

/** The query builder inside a transaction, for PGlite and PostgreSQL. */
export type Tx = Omit<PgDatabase<RowsHKT>, 'transaction'>;

/**
 * Sends the last statements of `work`: on PostgreSQL `commit` does not wait for their answers, on PGlite it does. The transaction
 * succeeds only if all of them do. Do not pass the promise of a function that sends a statement after it has waited for another: on
 * PostgreSQL a statement after `commit` fails.
 */
export type CommitWith = (...statements: readonly PromiseLike<unknown>[]) => void;

export interface TransactionOptions {
  /** `work` runs again when it violates one of these unique constraints, because a random value or a concurrent transaction collided. */
  readonly retryConstraints?: readonly string[];
  /** `work` has effects outside the database and must not run again. */
  readonly hasOutsideEffects?: boolean;
}

/** The query builder for PGlite and PostgreSQL. */
export interface Db extends Tx {
  /**
   * Runs `work` in a transaction, and again, at most three times, after a deadlock, a serialization failure, a violation of an exclusion
   * constraint or of `retryConstraints`, unless it `hasOutsideEffects`. A commit without an answer is never repeated. Statements
   * that `work` sends without waiting between them share a round trip on PostgreSQL.
   */
  transaction<T>(
    work: (tx: Tx, commitWith: CommitWith) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
}

export interface Database {
  readonly db: Db;
  readonly kind: 'embedded' | 'postgres';
  /** The time of the database, which all servers on it share. The embedded database has the time of this machine. */
  readonly clock: Clock;
  /** Runs several SQL statements separated by semicolons as one transaction. */
  exec(statements: string): Promise<void>;
  /** Connections of the pools by state, and the callers that wait for one. The embedded database does not implement it. */
  countConnections?(): Record<'busy' | 'idle' | 'waiting', number>;
  /**
   * Calls `onChange` when any process changes what public pages may show, and on PostgreSQL after each connect, because notifications may
   * have been missed.
   */
  listenForChanges(onChange: () => void): ChangeListener;
  close(): Promise<void>;
}
