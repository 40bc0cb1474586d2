import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Tx } from '#server/db/database.ts';
import { hasLostConnection } from '#server/db/database-errors.ts';

const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

/** One query builder per connection, so that statements prepared in a transaction are built once per connection. */
const builders = new WeakMap<pg.PoolClient, Tx>();

const builderOf = (client: pg.PoolClient): Tx => {
  const builder = builders.get(client) ?? drizzle({ client });
  builders.set(client, builder);
  return builder;
};

/**
 * Runs `work` in a transaction on a connection of its own. Used instead of the query builder's `transaction`, which leaks a connection
 * that breaks during `begin`, so that ten such failures exhaust the pool, and which waits for a rollback on a server that does not
 * respond.
 */
export const runTransaction = async <T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let isReusable = true;
  try {
    await client.query('begin');
    const result = await work(builderOf(client));
    await client.query('commit');
    return result;
  } catch (error) {
    // Closing a connection ends its transaction.
    isReusable = !hasLostConnection(error) && (await rollBack(client));
    throw error;
  } finally {
    client.release(!isReusable);
  }
};
