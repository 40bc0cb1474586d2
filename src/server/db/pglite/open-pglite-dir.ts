import { writeSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { SettingsError } from '#server/env.ts';
import { DurableNodeFS } from './durable-node-fs.ts';
import { YieldingPGlite } from './yielding-pglite.ts';

// PGlite starts with -F, which turns fsync off. fdatasync is a stub there, so the method must be plain fsync.
const durabilitySettings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};
const otherSettings = { timezone: 'UTC', datestyle: 'ISO', min_wal_size: '32MB', max_wal_size: '64MB' };

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries({ ...durabilitySettings, ...otherSettings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]),
];

const STDERR = 2;

/** Explains PostgreSQL's last log line to the operator. Only a failed write or sync is attributed to the disk. */
export const describeFatalError = (line: string): string =>
  /could not (write|fsync|extend|close)|No space left|Read-only|Permission denied/.test(line)
    ? `데이터베이스가 디스크에 쓰지 못해 서버를 중지합니다. 디스크를 확인해 주세요: ${line}`
    : `데이터베이스 파일이 손상되어 서버를 중지합니다. 백업에서 복원해 주세요(docs/guide/operations.md): ${line}`;

/**
 * PostgreSQL panics when the state on disk is unknown. In this process it would spin forever instead of ending, so the process exits.
 * After a full disk the next start recovers from the write-ahead log.
 */
const exitOnPanic = (line: string): never => {
  writeSync(STDERR, `${describeFatalError(line)}\n`);
  process.exit(1);
};

/** Opens a database folder with durable commits; a missing one is created, which takes seconds. */
export const openPgliteDir = async (
  folder: string,
  onPanic: (line: string) => never = exitOnPanic,
): Promise<PGlite> => {
  let lastWords = '';
  const client = new YieldingPGlite({
    fs: new DurableNodeFS(folder),
    startParams,
    onStderr: (line: string) => {
      if (line.includes('PANIC:')) onPanic(line);
      if (line.includes('FATAL:')) lastWords = line;
      return true;
    },
  });
  await client.waitReady.catch((error: unknown) => {
    throw lastWords === '' ? error : new SettingsError(describeFatalError(lastWords));
  });
  for (const [name, expected] of Object.entries(durabilitySettings)) {
    const { rows } = await client.query<Record<string, string>>(`show ${name}`);
    const actual = rows[0]?.[name];
    if (actual === expected) continue;
    await client.close();
    throw new Error(`the embedded database runs with ${name}=${actual}`);
  }
  return client;
};
