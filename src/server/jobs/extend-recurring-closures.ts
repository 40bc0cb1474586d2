import type { Db } from '#server/db/database.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import { materializeClosures } from '#server/reservations/closures/materialize-closures.ts';

/** Claims the slots of recurring closures up to the horizon; returns how many. Idempotent, even on two servers at once. */
export const extendRecurringClosures = (db: Db, now: Date): Promise<number> =>
  retryTransaction(() => db.transaction((tx) => materializeClosures(tx, now)));
