import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

/**
 * The embedded database answers without ever leaving our process, so that statements which queue for it would follow one
 * upon the other without the loop getting on: connections are accepted one a turn, and whoever came late to a rush of
 * bookings waited until all of it was over. So each statement, and each transaction, has a turn of the loop before it.
 */
export const takeTurns = (client: Pick<PGlite, '_runExclusiveTransaction'>): void => {
  const runAlone = client._runExclusiveTransaction.bind(client);
  client._runExclusiveTransaction = (work) =>
    runAlone(async () => {
      await turnOfTheLoop();
      return work();
    });
};
