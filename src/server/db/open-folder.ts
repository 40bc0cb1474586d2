import { writeSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { DurableNodeFS } from './durable-node-fs.ts';
import { nameStatements } from './name-statements.ts';
import { isPreparedText } from './prepared.ts';
import { readAsText } from './read-as-text.ts';
import { takeTurns } from './take-turns.ts';

// PGlite starts with -F, which turns fsync off. fdatasync is a stub there, so the method must be plain fsync.
const durable = { fsync: 'on', wal_sync_method: 'fsync', synchronous_commit: 'on', full_page_writes: 'on' };
const others = { timezone: 'UTC', datestyle: 'ISO', min_wal_size: '32MB', max_wal_size: '64MB' };

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries({ ...durable, ...others }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

const STDERR = 2;

/**
 * PostgreSQL panics when it cannot know what is on the disk: it is full, or failed. Its process would end; inside ours it
 * would spin for ever instead. The next start recovers from the log.
 */
const endProcess = (line: string): never => {
  writeSync(STDERR, `데이터베이스가 디스크에 쓰지 못해 멈춥니다. 디스크를 확인해 주세요: ${line}\n`);
  process.exit(1);
};

/** Opens a folder durably; one that does not exist is created, which takes seconds. */
export const openFolder = async (
  folder: string,
  onPanic: (line: string) => never = endProcess,
): Promise<PGlite> => {
  const client = await PGlite.create({
    fs: new DurableNodeFS(folder),
    startParams,
    onStderr: (line: string) => {
      if (line.includes('PANIC:')) onPanic(line);
      return true;
    },
  });
  takeTurns(client);
  for (const [name, expected] of Object.entries(durable)) {
    const { rows } = await client.query<Record<string, string>>(`show ${name}`);
    const actual = rows[0]?.[name];
    if (actual === expected) continue;
    await client.close();
    throw new Error(`the embedded database runs with ${name}=${actual}`);
  }
  nameStatements(client, isPreparedText);
  readAsText(client);
  return client;
};
