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

/** What the line means with which PostgreSQL ends, to whoever runs the server. Only a failed write or sync is the disk's fault. */
export const describeFatalError = (line: string): string =>
  /could not (write|fsync|extend|close)|No space left|Read-only|Permission denied/.test(line)
    ? `데이터베이스가 디스크에 쓰지 못해 서버를 중지합니다. 디스크를 확인해 주세요: ${line}`
    : `데이터베이스 파일이 손상되어 서버를 중지합니다. 백업에서 복원해 주세요(docs/guide/operations.md): ${line}`;

/**
 * PostgreSQL panics when it cannot tell what is on the disk. That would end a process of its own; inside ours it would spin
 * forever instead, so the process ends. After a full disk the next start recovers from the log.
 */
const exitOnPanic = (line: string): never => {
  writeSync(STDERR, `${describeFatalError(line)}\n`);
  process.exit(1);
};

/** Opens a folder durably; one that does not exist is created, which takes seconds. */
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
