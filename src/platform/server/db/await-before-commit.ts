import type { Db, Tx } from './database.ts';

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
