import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { normalizeLoginId } from '#core/auth/server/login/normalize-login-id.ts';
import { hashPassword } from '#core/auth/server/login/password-hashing.ts';
import { members } from '#core/auth/server/tables.ts';
import type { Db } from '#platform/server/db/database.ts';

/**
 * Id of the n-th test row; each table has its own variant. Must match baselines/baseline-statements.js and
 * baselines/pgbench.ts.
 */
export const testId = (variant: '8000' | '9000' | 'a000', n: number): string =>
  `00000000-0000-4000-${variant}-${String(n).padStart(12, '0')}`;

export const PASSWORD = 'storm-pass-1';

export const loginIdOf = (index: number): string => `storm.${index}`;
export const loginMemberId = (index: number): string => testId('a000', index);

/** Inserts members who log in by password. */
export const seedLogins = async (db: Db, count: number): Promise<void> => {
  // All members share one hash: verifying it costs the same for each.
  const passwordHash = await hashPassword(PASSWORD);
  const rows = Array.from({ length: count }, (_, index) => {
    const loginId = loginIdOf(index);
    const phone = `010${String(index).padStart(8, '0')}`;
    return {
      id: loginMemberId(index),
      loginId,
      loginIdKey: normalizeLoginId(loginId),
      name: '김사진',
      phone,
      role: 'MEMBER' as const,
      passwordHash,
    };
  });
  await db.insert(members).values(rows);
};

/** Password verifications per second without a server, one per core at a time. */
export const measureHashRate = async (milliseconds: number): Promise<number> => {
  const stored = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const begin = performance.now();
  let count = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - begin < milliseconds) {
      await verify(stored, PASSWORD);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return (count * 1_000) / (performance.now() - begin);
};
