import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/** Resolves when the database responds. */
export const ping = async (db: Db): Promise<void> => {
  await db.execute(sql`select 1`);
};
