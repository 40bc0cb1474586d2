import type { Db } from '#server/db/database.ts';
import { materializeClosures } from '#server/reservations/closures/materialize-closures.ts';

/**
 * Blocks the slots of recurring closures up to the booking horizon and returns how many were added. Idempotent and safe to run
 * concurrently.
 */
export const extendRecurringClosures = (db: Db, now: Date): Promise<number> =>
  db.transaction((tx) => materializeClosures(tx, now));
