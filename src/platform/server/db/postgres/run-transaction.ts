import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { hasLostConnection } from '../database-errors.ts';
import type { CommitWith, Tx } from '../database.ts';

// Prepared, because the driver does not send an unprepared statement together with the others.
const begin: pg.QueryConfig = { name: 'begin', text: 'begin' };
const commit: pg.QueryConfig = { name: 'commit', text: 'commit' };

const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

/** The query builder of a connection, which sends statements only within a transaction. */
interface Session {
  readonly tx: Tx;
  isOpen: boolean;
}

/** Caches the session of each connection, so that prepared statements are built once per connection. */
const sessions = new WeakMap<pg.PoolClient, Session>();

const createSession = (client: pg.PoolClient): Session => {
  const query = (...statement: [pg.QueryConfig, unknown[]]): Promise<pg.QueryResult> => {
    if (!session.isOpen) throw new Error('a statement was sent after its transaction ended');
    return client.query(...statement);
  };
  // The query builder uses nothing else of a client.
  const session: Session = { tx: drizzle({ client: { query } as pg.PoolClient }), isOpen: false };
  sessions.set(client, session);
  return session;
};

/** Waits for all promises. Throws the error of the first in the list that failed, because it usually causes the later ones. */
const settle = async (statements: readonly Promise<unknown>[]): Promise<void> => {
  const failed = (await Promise.allSettled(statements)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
};

/**
 * Runs `work` in a transaction on its own connection. `begin` is sent with the first statements of `work`; `commit` is sent when `work`
 * has succeeded, without waiting for the statements given to `commitWith`.
 * Replaces the query builder's `transaction`, which waits for each statement and has two defects: a connection that breaks during
 * `begin` is never returned to the pool, so that ten losses exhaust it; and it waits for a second timeout to roll back on a server
 * that does not respond.
 */
export const runTransaction = async <T>(
  pool: pg.Pool,
  work: (tx: Tx, commitWith: CommitWith) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  const session = sessions.get(client) ?? createSession(client);
  let isReusable = true;
  try {
    const last: Promise<unknown>[] = [];
    // A statement of the query builder is sent when it is first awaited, and again each further time.
    const send = async (statement: PromiseLike<unknown>): Promise<unknown> => statement;
    const commitWith: CommitWith = (...statements) => void last.push(...statements.map(send));
    session.isOpen = true;
    const begun = client.query(begin);
    const working = (async () => work(session.tx, commitWith))();
    await settle([begun, working]);
    session.isOpen = false;
    const committed = client.query(commit);
    await settle([...last, committed]);
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, which is not an error.
    if ((await committed).command !== 'COMMIT') throw new Error('the transaction failed before its commit');
    return await working;
  } catch (error) {
    session.isOpen = false;
    // A connection that could not be rolled back is closed, which ends its transaction.
    isReusable = !hasLostConnection(error) && (await rollBack(client));
    throw error;
  } finally {
    client.release(!isReusable);
  }
};
