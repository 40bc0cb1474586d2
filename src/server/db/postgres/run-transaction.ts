import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Tx } from '#server/db/database.ts';
import { hasLostConnection } from '#server/db/database-errors.ts';

const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

/** Caches the query builder of each connection, so that prepared statements are built once per connection. */
const builders = new WeakMap<pg.PoolClient, Tx>();

const builderOf = (client: pg.PoolClient): Tx => {
  const builder = builders.get(client) ?? drizzle({ client });
  builders.set(client, builder);
  return builder;
};

/**
 * Runs `work` in a transaction on its own connection. Replaces the query builder's `transaction`, which has two defects: a connection
 * that breaks during `begin` is never returned to the pool, so that ten losses exhaust it; and it waits for a second timeout to roll
 * back on a server that does not respond.
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
    // A connection that could not be rolled back is closed, which ends its transaction.
    isReusable = !hasLostConnection(error) && (await rollBack(client));
    throw error;
  } finally {
    client.release(!isReusable);
  }
};
