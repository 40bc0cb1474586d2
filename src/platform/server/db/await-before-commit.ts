import type { Db, Tx } from './database.ts';

/** Makes a `Db`'s transaction of one that knows no `commitWith`: it waits for those statements before it commits. */
export const awaitBeforeCommit =
  (run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): Db['transaction'] =>
  (work) =>
    run(async (tx) => {
      const last: PromiseLike<unknown>[] = [];
      const result = await work(tx, (...statements) => void last.push(...statements));
      await Promise.all(last);
      return result;
    });
