import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { findUp } from '../../files/find-up.ts';
import { systemClock } from '../../ports/clock.ts';
import { CONTENT_CHANGED_CHANNEL, type ChangeListener } from '../change-listener.ts';
import type { Database, Db, Tx } from '../database.ts';
import { retryTransaction } from '../retry-transaction.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { initDatabaseDir } from './init-database-dir.ts';
import { openPgliteDir } from './open-pglite-dir.ts';
import { startMaintenance } from './pglite-maintenance.ts';

/** Change listener of the embedded database. It has a single process, which is always the leader. */
const createPgliteChangeListener = (client: PGlite, onChange: () => void): ChangeListener => {
  let isListening = false;
  const subscription = client.listen(CONTENT_CHANGED_CHANNEL, onChange).then((unlisten) => {
    isListening = true;
    return unlisten;
  });
  return {
    isConnected: () => isListening,
    tryBecomeLeader: () => Promise.resolve(true),
    close: async () => {
      isListening = false;
      await (
        await subscription
      )();
    },
  };
};

/** Adds `commitWith` to a transaction function that lacks it: waits for the statements of `commitWith` before the transaction commits. */
export const awaitBeforeCommit =
  (run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): Db['transaction'] =>
  (work) =>
    run(async (tx) => {
      const last: PromiseLike<unknown>[] = [];
      const result = await work(tx, (...statements) => void last.push(...statements));
      await Promise.all(last);
      return result;
    });

/** Wraps a PGlite client as a `Database`. `release` runs after closing it. */
export const wrapPglite = (client: PGlite, release: () => Promise<void>): Database => {
  const stopMaintenance = startMaintenance(client);
  const builder = drizzle({ client });
  const runTransaction = awaitBeforeCommit(builder.transaction.bind(builder));
  const transaction: Db['transaction'] = (work, options) =>
    retryTransaction(() => runTransaction(work), options);
  return {
    db: Object.assign(builder, { transaction }),
    kind: 'embedded',
    clock: systemClock,
    exec: async (statements) => void (await client.exec(statements)),
    listenForChanges: (onChange) => createPgliteChangeListener(client, onChange),
    close: async () => {
      stopMaintenance();
      try {
        await client.close();
      } finally {
        await release();
      }
    },
  };
};

/**
 * Opens the embedded database in `dataDir/db` and locks `dataDir` for this process. The first call copies `template`, if it
 * is current, because creating a database takes seconds.
 */
export const openPglite = async (
  dataDir: string,
  template = findUp('dist/db-template'),
): Promise<Database> => {
  const release = await lockDataDir(dataDir);
  try {
    const folder = join(dataDir, 'db');
    await initDatabaseDir(template, folder);
    return wrapPglite(await openPgliteDir(folder), release);
  } catch (error) {
    await release();
    throw error;
  }
};
