import { writeSync } from 'node:fs';
import { setImmediate as nextTick } from 'node:timers/promises';
import { PGlite, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite';
import { createConcurrencyLimiter } from '../../async/concurrency-limiter.ts';
import { OperatorError } from '../../operator-error.ts';
import { DurableNodeFS } from './durable-node-fs.ts';

/**
 * Starts each `query`, and each `transaction`, in its own event-loop tick. PGlite runs all queued statements in a single tick, which
 * keeps the server from accepting connections and reading requests.
 */
class YieldingPGlite extends PGlite {
  readonly #runExclusive = createConcurrencyLimiter(1, Infinity);

  #inOwnTick<T>(work: () => Promise<T>): Promise<T> {
    return this.#runExclusive(async () => {
      await nextTick();
      return work();
    });
  }

  override query<T>(text: string, params?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#inOwnTick(() => super.query<T>(text, params, options));
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#inOwnTick(() => super.transaction(work));
  }
}

// PGlite's default parameter -F turns fsync off. Its fdatasync is a stub, so `wal_sync_method` must be `fsync`.
const durabilitySettings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};
const otherSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  min_wal_size: '32MB',
  max_wal_size: '64MB',
  // The default of 128 MB takes more of the server's memory.
  shared_buffers: '64MB',
};

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries({ ...durabilitySettings, ...otherSettings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]),
];

const STDERR_FD = 2;

/**
 * Explains a fatal log line of PostgreSQL to the operator: a failed write or a denied permission means a disk problem, anything else a
 * corrupted database.
 */
export const describeFatalError = (line: string): string =>
  /could not (write|fsync|extend|close)|No space left|Read-only|Permission denied/.test(line)
    ? `데이터베이스가 디스크에 쓰지 못해 서버를 중지합니다. 디스크를 확인해 주세요: ${line}`
    : `데이터베이스 파일이 손상되어 서버를 중지합니다. 백업에서 복원해 주세요(docs/guide/operations.md): ${line}`;

/**
 * Exits the process on a PANIC, which PostgreSQL raises for example when a write to its write-ahead log failed. A PostgreSQL server
 * process would exit by itself, but PGlite would loop forever. After a full disk the next start recovers from that log.
 */
const exitOnPanic = (line: string): never => {
  writeSync(STDERR_FD, `${describeFatalError(line)}\n`);
  process.exit(1);
};

/** Opens a database folder with durable settings. Creates it when it does not exist, which takes seconds. */
export const openPgliteDir = async (
  folder: string,
  onPanic: (line: string) => never = exitOnPanic,
): Promise<PGlite> => {
  let fatalLine = '';
  const client = new YieldingPGlite({
    fs: new DurableNodeFS(folder),
    startParams,
    onStderr: (line: string) => {
      if (line.includes('PANIC:')) onPanic(line);
      if (line.includes('FATAL:')) fatalLine = line;
      return true;
    },
  });
  await client.waitReady.catch((error: unknown) => {
    throw fatalLine === '' ? error : new OperatorError(describeFatalError(fatalLine));
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
