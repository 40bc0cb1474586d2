import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { hasLostConnection } from './errors.ts';
import type * as schema from './schema.ts';

const dialect = new PgDialect();

type Tables = ExtractTablesWithRelations<typeof schema>;
type Transaction = NodePgTransaction<typeof schema, Tables>;

const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

/**
 * Runs `work` in a transaction on a connection of its own. The query builder's own way asks for `begin` before it takes
 * care of the connection: one that breaks there is lost to the pool for ever, and ten such losses end all service. It also
 * waits a second time limit for a rollback from a server that does not answer.
 */
export const runTransaction = async <T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let isWhole = true;
  try {
    await client.query('begin');
    const session = new NodePgSession<typeof schema, Tables>(client, dialect, undefined);
    const result = await work(new NodePgTransaction(dialect, session, undefined));
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that is given up ends its transaction with it.
    isWhole = !hasLostConnection(error) && (await rollBack(client));
    throw error;
  } finally {
    client.release(!isWhole);
  }
};
