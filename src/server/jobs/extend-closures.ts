import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { fillClosures } from '#server/reservations/fill-closures.ts';

/** Claims the slots of recurring closures for another day; answers how many. Idempotent, also on two instances at once. */
export const extendClosures = (db: Db, now: Date): Promise<number> =>
  retryTransaction(() => db.transaction((tx) => fillClosures(tx, now)));
