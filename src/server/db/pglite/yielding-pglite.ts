import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import type { QueryOptions, Results, Transaction } from '@electric-sql/pglite';
import { createConcurrencyLimiter } from '#server/async/concurrency-limiter.ts';

/**
 * PGlite runs queued statements in one event-loop turn, during which the server accepts no connections and reads no requests. This
 * subclass starts each query, and each transaction as a whole, in a turn of its own.
 */
export class YieldingPGlite extends PGlite {
  readonly #runAlone = createConcurrencyLimiter(1, Infinity);

  #inOwnTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#runAlone(async () => {
      await nextLoopTurn();
      return work();
    });
  }

  override query<T>(text: string, params?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#inOwnTurn(() => super.query<T>(text, params, options));
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#inOwnTurn(() => super.transaction(work));
  }
}
