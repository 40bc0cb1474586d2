import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { HOUR_MS } from '../../../contract/durations.ts';
import { OperatorError } from '../../operator-error.ts';
import type { Log } from '../../ports/log.ts';
import type { Database, Db } from '../database.ts';
import { retryTransaction } from '../retry-transaction.ts';
import { createDatabaseClock } from './database-clock.ts';
import { GroupingSocket } from './grouping-socket.ts';
import { createPostgresChangeListener, queryTime } from './postgres-change-listener.ts';
import { runTransaction } from './run-transaction.ts';

const MAX_TRANSACTION_CONNECTIONS = 10;
const MAX_STATEMENT_CONNECTIONS = 5;
const MIN_VERSION_NUM = 150_000;

// A request usually fails within three seconds when the database does not respond. Requests that compete for one slot wait for each other's
// commits, which takes far less than these timeouts.
const clientOptions = {
  connectionTimeoutMillis: 2_500,
  statement_timeout: 2_500,
  // Longer than PostgreSQL's default deadlock_timeout of 1 s, so that a deadlock is detected and retried before the lock wait times out.
  lock_timeout: 1_500,
  idle_in_transaction_session_timeout: 5_000,
  // Client-side timeout for a server that does not respond at all. A responsive server ends the statement earlier itself.
  query_timeout: 2_600,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // Statements are sent without waiting for the answers to earlier ones.
  pipeline: true,
  stream: () => new GroupingSocket(),
  // Raw queries of the query builder return instants as text in the session's time zone.
  options: '-c timezone=UTC',
};

const NO_TIMEOUT = 0;
/** Timeouts for commands that process the whole database outside of requests, such as backup and restore. */
export const noTimeouts = {
  // A busy machine may take this long. Where no server runs, the machine usually refuses the connection at once.
  connectionTimeoutMillis: 60_000,
  statement_timeout: NO_TIMEOUT,
  lock_timeout: NO_TIMEOUT,
  idle_in_transaction_session_timeout: NO_TIMEOUT,
  query_timeout: HOUR_MS,
};

// Parses bigint as a number, like PGlite: ids and counts stay far below 2^53. It is set globally because the query builder ignores
// the type parsers of a pool.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

// Advice for the operator by error code. For other errors only their own message is shown.
const advice: Readonly<Record<string, string>> = {
  '3D000': '해당 이름의 데이터베이스가 없습니다. 먼저 만들어 주세요.',
  '28000': '해당 사용자로는 접속할 수 없습니다.',
  '28P01': '사용자 이름이나 비밀번호가 올바르지 않습니다.',
  ECONNREFUSED: '해당 주소의 PostgreSQL이 응답하지 않습니다. 실행 중인지, 포트가 맞는지 확인해 주세요.',
  ENOTFOUND: '해당 이름의 서버를 찾을 수 없습니다.',
};

const describeConnectError = (error: unknown): OperatorError => {
  if (error instanceof OperatorError) return error;
  const { message = String(error), code = '' } = error as Partial<NodeJS.ErrnoException>;
  const reason = advice[code] === undefined ? message : `${advice[code]} (${message})`;
  return new OperatorError(`DATABASE_URL의 데이터베이스에 연결할 수 없습니다: ${reason}`);
};

const assertVersion = async (pool: pg.Pool, log: Log): Promise<void> => {
  const { rows } = await pool.query<{ version: string; number: string; isDurable: boolean }>(`
    select current_setting('server_version') as version, current_setting('server_version_num') as number,
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as "isDurable"`);
  const [server] = rows;
  if (Number(server?.number) < MIN_VERSION_NUM) {
    throw new OperatorError(`PostgreSQL 15 이상이 필요합니다. (현재 ${server?.version})`);
  }
  if (server?.isDurable !== true)
    log.warn('fsync or synchronous_commit is off: a crash can lose reservations');
};

/** Opens the connection pools. `timeouts` overrides the defaults for commands that may be slow. */
export const openPostgres = async (
  databaseUrl: string,
  log: Log,
  timeouts: Partial<typeof clientOptions> = {},
): Promise<Database> => {
  // Without a listener a connection error would end the process; the pool replaces the connection.
  const logLoss = (err: Error): void => log.warn({ err }, 'a database connection was lost');
  const createPool = (max: number): pg.Pool => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max, ...clientOptions, ...timeouts });
    pool.on('error', logLoss);
    // The pool only handles errors of idle connections.
    pool.on('connect', (client) => void client.on('error', logLoss));
    return pool;
  };
  // Two pools, because transactions that wait for a lock could otherwise occupy every connection, and reads would wait for them.
  const transactions = createPool(MAX_TRANSACTION_CONNECTIONS);
  const statements = createPool(MAX_STATEMENT_CONNECTIONS);
  const close = async (): Promise<void> => {
    await Promise.all([transactions.end(), statements.end()]);
  };
  const clock = createDatabaseClock();
  try {
    await assertVersion(statements, log);
    await clock.synchronize(() => queryTime(statements));
  } catch (error) {
    await close();
    throw describeConnectError(error);
  }
  const transaction: Db['transaction'] = (work, options) =>
    retryTransaction(() => runTransaction(transactions, work), options);
  return {
    db: Object.assign(drizzle({ client: statements }), { transaction }),
    kind: 'postgres',
    clock,
    exec: async (text) => {
      // Migrations may take longer than requests.
      const query = { text, query_timeout: HOUR_MS };
      await statements.query(query);
    },
    countConnections: () => {
      const sum = (count: (pool: pg.Pool) => number): number => count(transactions) + count(statements);
      return {
        busy: sum(({ totalCount, idleCount }) => totalCount - idleCount),
        idle: sum(({ idleCount }) => idleCount),
        waiting: sum(({ waitingCount }) => waitingCount),
      };
    },
    listenForChanges: (onChange) => createPostgresChangeListener({ databaseUrl, log, clock, onChange }),
    close,
  };
};
