import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { fillClosures } from '#server/reservations/fill-closures.ts';

/** Recurring closures reach a day further; answers how many slots were closed. Harmless again, and on two instances at once. */
export const extendClosures = (db: Db, now: Date): Promise<number> =>
  retryTransaction(() => db.transaction((tx) => fillClosures(tx, now)));
