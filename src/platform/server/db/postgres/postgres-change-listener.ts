import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../ports/log.ts';
import { CONTENT_CHANGED_CHANNEL, type ChangeListener } from '../change-listener.ts';
import type { DatabaseClock } from './database-clock.ts';

interface ChangeListenerInput {
  readonly databaseUrl: string;
  readonly log: Log;
  /** Synchronized on each connect and by each heartbeat. */
  readonly clock: DatabaseClock;
  readonly onChange: () => void;
  /** Monotonic milliseconds. */
  readonly elapsedMs?: () => number;
}

const RECONNECT_DELAY_MS = 1_000;
// The heartbeat detects connections that broke without a TCP reset.
const HEARTBEAT_INTERVAL_MS = 2_000;
/** An older answer does not show that the connection still delivers notifications. */
const MAX_ANSWER_AGE_MS = 3_000;
const QUERY_TIMEOUT_MS = 2_500;
// The number of the advisory lock is arbitrary, and no other lock with one key has it.
const TRY_LEADER_LOCK_SQL = 'select pg_try_advisory_lock(7402612) as "isAcquired"';

/** The time of the database in epoch milliseconds. */
export const queryTime = async (client: Pick<pg.Client, 'query'>): Promise<number> => {
  const { rows } = await client.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  );
  if (rows[0] === undefined) throw new Error('the database did not tell its time');
  return rows[0].ms;
};

/**
 * Listens for change notifications on a dedicated connection and reconnects when it breaks. `onChange` is also called after each
 * connect, because notifications may have been missed. The leader holds a session-level advisory lock, which ends with the connection.
 */
export const createPostgresChangeListener = ({
  databaseUrl,
  log,
  clock,
  onChange,
  elapsedMs = () => performance.now(),
}: ChangeListenerInput): ChangeListener => {
  let current: pg.Client | undefined;
  /** When the last answered query for the time was sent. Notifications of earlier commits arrived before its answer. */
  let heardAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let isLeader = false;
  let isClosed = false;
  /** The lock request in progress, shared by concurrent callers. */
  let acquiringLeadership: Promise<boolean> | undefined;

  const schedule = (delayMs: number, work: () => Promise<void>): void => {
    if (isClosed) return;
    timer = setTimeout(() => void work(), delayMs);
    timer.unref();
  };
  const disconnect = (client: pg.Client): void => {
    void client.end().catch(() => undefined);
  };
  const handleLoss = (client: pg.Client, err: unknown): void => {
    if (current === client) {
      log.warn({ err }, 'the change listener lost its database connection');
      current = undefined;
      isLeader = false;
      clearTimeout(timer);
      schedule(RECONNECT_DELAY_MS, connect);
    }
    disconnect(client);
  };
  const ask = async (client: pg.Client): Promise<void> => {
    const sentAt = elapsedMs();
    await clock.synchronize(() => queryTime(client));
    heardAt = sentAt;
  };
  const heartbeat = async (client: pg.Client): Promise<void> => {
    try {
      await ask(client);
      schedule(HEARTBEAT_INTERVAL_MS, () => heartbeat(client));
    } catch (error) {
      handleLoss(client, error);
    }
  };
  const acquireLeadership = async (client: pg.Client): Promise<boolean> => {
    try {
      const { rows } = await client.query<{ isAcquired: boolean }>(TRY_LEADER_LOCK_SQL);
      isLeader = current === client && rows[0]?.isAcquired === true;
      return isLeader;
    } catch (error) {
      handleLoss(client, error);
      return false;
    }
  };
  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: 'sajingwan-change-listener',
    });
    client.on('error', (error) => handleLoss(client, error));
    client.on('end', () => handleLoss(client, undefined));
    client.on('notification', onChange);
    try {
      await client.connect();
      await client.query(`listen ${CONTENT_CHANGED_CHANNEL}`);
      await ask(client);
      if (isClosed) return disconnect(client);
      current = client;
      onChange();
      schedule(HEARTBEAT_INTERVAL_MS, () => heartbeat(client));
    } catch {
      disconnect(client);
      schedule(RECONNECT_DELAY_MS, connect);
    }
  };
  const firstConnect = connect();

  return {
    isConnected: () => current !== undefined && elapsedMs() - heardAt < MAX_ANSWER_AGE_MS,
    tryBecomeLeader: async () => {
      await firstConnect;
      const client = current;
      if (isLeader || client === undefined) return isLeader;
      return (acquiringLeadership ??= acquireLeadership(client).finally(
        () => (acquiringLeadership = undefined),
      ));
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      if (client === undefined) return;
      // Waits for one second at most, because a paused server never confirms the end of the connection.
      await Promise.race([client.end(), sleep(RECONNECT_DELAY_MS, undefined, { ref: false })]);
    },
  };
};
