import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#platform/server/db/database.ts';
import { dumpDatabase } from './dump-tables.ts';

const readPostgresVersion = async (db: Tx): Promise<string> => {
  const { rows } = await db.execute<{ version: string }>(sql`select version() as version`);
  return rows[0]?.version ?? '';
};

/**
 * Dumps a snapshot of the whole database into a compressed file with mode 600; it is on disk when this resolves. Resolves to the version
 * of its PostgreSQL.
 */
export const exportDatabase = async (
  database: Pick<Database, 'db' | 'kind'>,
  file: string,
): Promise<string> => {
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }));
  const write = async (line: string): Promise<void> => {
    if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written]);
  };
  const produced = dumpDatabase(database, write).then(() => void gzip.end());
  produced.catch((error: Error) => gzip.destroy(error));
  await Promise.all([produced, written]);
  return readPostgresVersion(database.db);
};

/** Reads the lines of a dump. Throws when the file is truncated or corrupted. */
export async function* readDump(file: string): AsyncIterable<string> {
  const gunzip = createGunzip();
  const read = pipeline(createReadStream(file), gunzip);
  // The loop below throws the same error.
  read.catch(() => undefined);
  let rest = '';
  for await (const chunk of gunzip.setEncoding('utf8')) {
    const lines = `${rest}${chunk as string}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new Error('the last line of the dump is cut');
}
