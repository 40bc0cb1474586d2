import { sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/connection.ts';
import { writeDump } from './dump-file.ts';
import { dumpDatabase } from './dump-tables.ts';

/** As PostgreSQL names itself. */
export const readVersion = async (db: Pick<Db, 'execute'>): Promise<string> => {
  const { rows } = await db.execute<{ version: string }>(sql`select version() as version`);
  return rows[0]?.version ?? '';
};

/** The whole database, as of one moment, in a file. */
export const writeDatabase = (database: Pick<Database, 'db' | 'kind'>, file: string): Promise<void> =>
  writeDump(file, (write) => dumpDatabase(database, write));
