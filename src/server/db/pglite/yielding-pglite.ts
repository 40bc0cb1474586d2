import { setImmediate as nextTick } from 'node:timers/promises';
import { PGlite, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite';
import { createConcurrencyLimiter } from '#server/async/concurrency-limiter.ts';

/**
 * Runs each query, and each whole transaction, in its own event-loop tick. PGlite runs all queued statements in a single tick, which
 * keeps the server from accepting connections and reading requests.
 */
export class YieldingPGlite extends PGlite {
  readonly #runExclusive = createConcurrencyLimiter(1, Infinity);

  #inOwnTick<T>(work: () => Promise<T>): Promise<T> {
    return this.#runExclusive(async () => {
      await nextTick();
      return work();
    });
  }

  override query<T>(text: string, params?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#inOwnTick(() => super.query<T>(text, params, options));
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#inOwnTick(() => super.transaction(work));
  }
}
