import { setTimeout as sleep } from 'node:timers/promises';
import { findDatabaseError } from './database-errors.ts';
import type { TransactionOptions } from './database.ts';

const MAX_RETRIES = 3;
const MAX_FIRST_DELAY_MS = 20;

// Deadlock, serialization failure and violation of an exclusion constraint, as by an overlapping claim that was inserted meanwhile: the
// database rolled back the whole transaction, and a retry can succeed.
const TRANSIENT_CODES = new Set(['40P01', '40001', '23P01']);
const UNIQUE_VIOLATION = '23505';

const isRetryable = (error: unknown, constraints: readonly string[]): boolean => {
  const { code = '', constraint = '' } = findDatabaseError(error) ?? {};
  return TRANSIENT_CODES.has(code) || (code === UNIQUE_VIOLATION && constraints.includes(constraint));
};

/**
 * Runs a transaction, or a statement that is one, and retries it at most three times, with random delays of growing bounds, after one
 * of `TRANSIENT_CODES` or a violation of `retryConstraints`. Never retries with `hasOutsideEffects`. `Db.transaction` uses it.
 */
export const retryTransaction = async <T>(
  work: () => Promise<T>,
  { retryConstraints = [], hasOutsideEffects = false }: TransactionOptions = {},
): Promise<T> => {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work();
    } catch (error) {
      if (hasOutsideEffects || retries === MAX_RETRIES || !isRetryable(error, retryConstraints)) throw error;
      await sleep(Math.random() * MAX_FIRST_DELAY_MS * 2 ** retries);
    }
  }
};
