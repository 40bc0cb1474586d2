import { and, eq, gt } from 'drizzle-orm';
import { hmac } from '#platform/server/crypto/derive-key.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { reservedLoginIds } from '../tables.ts';

const LOGIN_ID_RESERVATION_MS = 30 * 24 * 3_600_000;

const hashLoginIdKey = ({ authSecret }: Pick<Deps, 'authSecret'>, loginIdKey: string): Buffer =>
  hmac(authSecret, 'reserved-login-id', loginIdKey);

export const isLoginIdReserved = async (
  db: Tx,
  deps: Pick<Deps, 'authSecret' | 'clock'>,
  loginIdKey: string,
): Promise<boolean> => {
  const keyHash = hashLoginIdKey(deps, loginIdKey);
  const isIt = and(eq(reservedLoginIds.keyHash, keyHash), gt(reservedLoginIds.expiresAt, deps.clock.now()));
  return (await db.$count(reservedLoginIds, isIt)) > 0;
};

export const reserveLoginId = async (
  tx: Tx,
  deps: Pick<Deps, 'authSecret' | 'clock'>,
  loginIdKey: string,
): Promise<void> => {
  const expiresAt = new Date(deps.clock.now().getTime() + LOGIN_ID_RESERVATION_MS);
  await tx
    .insert(reservedLoginIds)
    .values({ keyHash: hashLoginIdKey(deps, loginIdKey), expiresAt })
    .onConflictDoUpdate({ target: reservedLoginIds.keyHash, set: { expiresAt } });
};
