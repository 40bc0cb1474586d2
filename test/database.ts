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
  // On a busy machine a whole database takes longer than a statement of the site may.
  const runUnhurried = async (statement: string): Promise<void> => {
    await root.exec('set statement_timeout = 0');
    await root.exec(statement);
  };
  await runUnhurried(`create database ${name} template ${source.template}`);
  const database = await openPostgres(new URL(name, source.serverUrl).href, log);
  return {
    ...database,
    close: async () => {
      await database.close();
      await runUnhurried(`drop database ${name} with (force)`);
      await root.close();
    },
  };
};
