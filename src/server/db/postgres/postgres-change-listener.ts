import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/ports/log.ts';
import { CONTENT_CHANGED_CHANNEL } from '#server/db/change-listener.ts';
import type { ChangeListener } from '#server/db/change-listener.ts';

const RECONNECT_DELAY_MS = 1_000;
// Heartbeats detect connections that broke silently.
const HEARTBEAT_INTERVAL_MS = 10_000;
const TIMEOUT_MS = 2_500;
/** The id of an advisory lock, unique in this project. */
const TRY_LEADER_LOCK_SQL = 'select pg_try_advisory_lock(7402612) as has';

/**
 * Listens on a dedicated connection, which is re-established when it breaks. Changes in between may be missed, so `onChange` is called
 * after a reconnect. A session-level advisory lock makes its process the leader; it is released with the connection.
 */
export const createPostgresChangeListener = (
  databaseUrl: string,
  log: Log,
  onChange: () => void,
): ChangeListener => {
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isLeader = false;
  let isClosed = false;
  /** Shared by jobs that start at the same time. */
  let electing: Promise<boolean> | undefined;

  const again = (pause: number, work: () => Promise<void>): void => {
    if (isClosed) return;
    timer = setTimeout(() => void work(), pause);
    timer.unref();
  };
  const leave = (client: pg.Client): void => {
    void client.end().catch(() => undefined);
  };
  const lose = (client: pg.Client, err: unknown): void => {
    if (current === client) {
      log.warn({ err }, 'the connection that listens was lost');
      current = undefined;
      isLeader = false;
      clearTimeout(timer);
      again(RECONNECT_DELAY_MS, connect);
    }
    leave(client);
  };
  const beat = async (client: pg.Client): Promise<void> => {
    try {
      await client.query('select 1');
      again(HEARTBEAT_INTERVAL_MS, () => beat(client));
    } catch (error) {
      lose(client, error);
    }
  };
  const elect = async (client: pg.Client): Promise<boolean> => {
    try {
      const { rows } = await client.query<{ has: boolean }>(TRY_LEADER_LOCK_SQL);
      isLeader = current === client && rows[0]?.has === true;
      return isLeader;
    } catch (error) {
      lose(client, error);
      return false;
    }
  };
  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'sajingwan-watch',
    });
    client.on('error', (error) => lose(client, error));
    client.on('end', () => lose(client, undefined));
    client.on('notification', onChange);
    try {
      await client.connect();
      await client.query(`listen ${CONTENT_CHANGED_CHANNEL}`);
      if (isClosed) return leave(client);
      current = client;
      onChange();
      again(HEARTBEAT_INTERVAL_MS, () => beat(client));
    } catch {
      leave(client);
      again(RECONNECT_DELAY_MS, connect);
    }
  };
  const first = connect();

  return {
    isConnected: () => current !== undefined,
    tryBecomeLeader: async () => {
      await first;
      const client = current;
      if (isLeader || client === undefined) return isLeader;
      return (electing ??= elect(client).finally(() => (electing = undefined)));
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      if (client === undefined) return;
      // A database that does not respond never confirms the disconnect.
      await Promise.race([client.end(), sleep(RECONNECT_DELAY_MS, undefined, { ref: false })]);
    },
  };
};
