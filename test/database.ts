import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '#server/db/connection.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { createLog } from '#server/log.ts';

const log = createLog('silent');

/** A migrated, empty database of the project's kind, for one test file alone. Closing it removes it. */
export const freshDatabase = async (): Promise<Database> => {
  const source = inject('testDatabase');
  if (source.kind === 'embedded') {
    const folder = await mkdtemp(join(tmpdir(), 'sajingwan-test-'));
    const database = await openEmbedded(folder, source.template);
    return {
      ...database,
      close: () => database.close().then(() => rm(folder, { recursive: true, force: true })),
    };
  }
  const name = `test_${randomBytes(6).toString('hex')}`;
  const root = await openPostgres(new URL('postgres', source.serverUrl).href, log);
  // Making and dropping a database wait for the disk. One query at a time, so the pool keeps to this one connection.
  await root.exec('set statement_timeout = 0');
  await root.exec(`create database ${name} template ${source.template}`);
  const database = await openPostgres(new URL(name, source.serverUrl).href, log);
  return {
    ...database,
    close: async () => {
      await database.close();
      await root.exec(`drop database ${name} with (force)`);
      await root.close();
    },
  };
};
