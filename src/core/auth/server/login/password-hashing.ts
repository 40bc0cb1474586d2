import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createConcurrencyLimiter } from '#platform/server/async/concurrency-limiter.ts';

// Argon2id with the minimum that OWASP recommends (2026): 10 to 25 ms on one core.
const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MAX_QUEUED = 50;

/** The hash of an unknown random password: an unknown login id takes about as long as a known one. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$+QG2lSEYS/b2GZmLJa9U4Q$uFDX0LF4GXUSjzZXDEqIR90vU/Q3sWxYzNMtK4LL4K8';

// Hashing occupies threads of libuv's pool of four, which file access needs as well: at least one thread is left for that.
const MAX_CONCURRENT = 3;
const limitConcurrency = createConcurrencyLimiter(
  Math.min(availableParallelism(), MAX_CONCURRENT),
  MAX_QUEUED,
);

/**
 * Returns a PHC string. The password must be in NFKC, as the contract's fields normalise it. Throws TOO_MANY_REQUESTS when too many wait.
 */
export const hashPassword = (password: string): Promise<string> =>
  limitConcurrency(() => hash(password, argon2Cost));

/** False for a member without a password, after about the same amount of work. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const isRight = await limitConcurrency(() => verify(stored ?? DUMMY_HASH, password));
  return isRight && stored !== null;
};

/** Whether the hash was made with another cost than the current one. */
export const needsRehash = (stored: string): boolean => {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return !isDeepStrictEqual({ memoryCost, timeCost, parallelism }, argon2Cost);
};
