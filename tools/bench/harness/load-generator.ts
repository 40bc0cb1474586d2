import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '#tools/goals.ts';
import type { Figures } from './interleaved-runs.ts';

interface RequestInput {
  readonly method?: 'GET' | 'POST';
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Formats a request as the bytes of HTTP/1.1. */
export const formatRequest = (
  url: URL,
  { method = 'GET', token, headers = {}, body }: RequestInput = {},
): string => {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
};

const END_OF_HEAD = '\r\n\r\n';
const LAST_CHUNK = '\r\n0\r\n\r\n';

interface Connection {
  /** Sends the next request; the response to the one before must be complete. */
  send(text: string): void;
  end(): void;
}

interface ConnectionEvents {
  /** A response is complete. */
  onResponse(connection: Connection, status: number): void;
  /** The connection broke or was closed by either end. */
  onClose(connection: Connection, error: Error): void;
}

/** Opens a connection for one request at a time. Parses as little HTTP as possible. */
const openConnection = async (
  { hostname, port }: URL,
  { onResponse, onClose }: ConnectionEvents,
): Promise<Connection> => {
  let head: Buffer | null = Buffer.alloc(0);
  let [missingBytes, status] = [0, 0];
  // Last bytes received of a chunked response, to detect its end.
  let tail: string | null = null;
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const send = (text: string): void => {
    [head, tail] = [Buffer.alloc(0), null];
    socket.write(text);
  };
  const connection: Connection = { send, end: () => void socket.end() };
  const readHead = (chunk: Buffer): boolean => {
    head = head === null || head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = head.indexOf(END_OF_HEAD);
    if (end === -1) return false;
    const lines = head.toString('latin1', 0, end);
    const length = /^content-length: (\d+)/im.exec(lines)?.[1];
    status = Number(lines.slice(9, 12));
    if (length === undefined) tail = head.toString('latin1', end);
    else missingBytes = end + END_OF_HEAD.length + Number(length) - head.length;
    head = null;
    return true;
  };
  const isComplete = (): boolean => (tail === null ? missingBytes <= 0 : tail.endsWith(LAST_CHUNK));
  socket.on('data', (chunk: Buffer) => {
    if (head !== null) {
      if (!readHead(chunk)) return;
    } else if (tail === null) missingBytes -= chunk.length;
    else tail = (tail + chunk.toString('latin1')).slice(-LAST_CHUNK.length);
    if (isComplete()) onResponse(connection, status);
  });
  let failure = new Error('the connection was closed');
  socket.on('error', (error) => (failure = error));
  socket.once('close', () => onClose(connection, failure));
  return connection;
};

interface ResponseStats {
  readonly times: number[];
  readonly statuses: Map<number, number>;
}

/** Sends requests one after the other over one connection until `next` returns null. */
const sendSequentially = (
  url: URL,
  next: () => string | null,
  { times, statuses }: ResponseStats,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let sentAt = 0;
    const sendNext = (connection: Connection): void => {
      const text = next();
      if (text === null) {
        connection.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      connection.send(text);
    };
    const onResponse = (connection: Connection, status: number): void => {
      times.push(performance.now() - sentAt);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      sendNext(connection);
    };
    openConnection(url, { onResponse, onClose: (_, error) => reject(error) }).then(sendNext, reject);
  });

export interface LoadOptions {
  readonly url: URL;
  readonly connections: number;
  /** Text of the next request, or null to stop. */
  next(): string | null;
  /** Expected status. */
  readonly status?: number;
}

/** Measures responses per second and latencies over concurrent connections. Throws on any other status than expected. */
export const generateLoad = async ({
  url,
  connections,
  next,
  status = 200,
}: LoadOptions): Promise<Figures> => {
  const stats: ResponseStats = { times: [], statuses: new Map() };
  const begin = performance.now();
  await Promise.all(Array.from({ length: connections }, () => sendSequentially(url, next, stats)));
  const seconds = (performance.now() - begin) / 1_000;
  const others = [...stats.statuses].filter(([one]) => one !== status);
  if (others.length > 0) throw new Error(`${url.pathname} returned ${JSON.stringify(others)}`);
  return {
    count: stats.times.length,
    '/s': stats.times.length / seconds,
    'p50 ms': quantile(stats.times, 0.5),
    'p99 ms': quantile(stats.times, 0.99),
  };
};

/** Returns a `next` that produces requests for the given time. */
export const requestsFor = (milliseconds: number, write: () => string): LoadOptions['next'] => {
  const end = performance.now() + milliseconds;
  return () => (performance.now() < end ? write() : null);
};

interface Call {
  readonly name: string;
  /** Writes the next request. */
  write(): string;
}

export interface OpenLoadOptions {
  readonly url: URL;
  /** Requests per second, of all calls together. */
  readonly rate: number;
  readonly milliseconds: number;
  /** They take turns, so that each is an equal part of the load. */
  readonly calls: readonly Call[];
}

/** A request that is due while all connections are busy waits for one. */
const OPEN_LOAD_CONNECTIONS = 300;
const OK = 200;
const NO_RESPONSE = 0;

const describeLatencies = (prefix: string, times: readonly number[]): Figures => ({
  [`${prefix}mean ms`]: times.reduce((sum, time) => sum + time, 0) / times.length,
  [`${prefix}p99 ms`]: quantile(times, 0.99),
});

/**
 * Sends requests at a steady rate, whether or not earlier ones have completed. Latencies count from when a request was due, so
 * that they include every delay. `errors` counts all responses but 200; `status 503` is the number of these with 503, `status 0`
 * that of connections that broke.
 */
export const generateOpenLoad = async ({
  url,
  rate,
  milliseconds,
  calls,
}: OpenLoadOptions): Promise<Figures> => {
  const parts = calls.map((call) => ({ ...call, times: [] as number[] }));
  const total = Math.round((rate * milliseconds) / 1_000);
  const idle: Connection[] = [];
  const pending = new Map<Connection, { readonly times: number[]; readonly dueAt: number }>();
  const statuses = new Map<number, number>();
  let [begin, sent, completed] = [0, 0, 0];
  const dispatch = (): void => {
    while (sent < total && idle.length > 0) {
      const [part, dueAt] = [parts[sent % parts.length], begin + (sent * 1_000) / rate];
      if (part === undefined || dueAt > performance.now()) return;
      // The connection that was idle longest, so that the server closes none as idle.
      const connection = idle.shift();
      if (connection === undefined) return;
      sent += 1;
      pending.set(connection, { times: part.times, dueAt });
      connection.send(part.write());
    }
  };
  const complete = (connection: Connection, status: number): void => {
    const request = pending.get(connection);
    if (request === undefined) return;
    pending.delete(connection);
    completed += 1;
    if (status === OK) request.times.push(performance.now() - request.dueAt);
    else statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const open = (): Promise<Connection> =>
    openConnection(url, {
      onResponse: (connection, status) => {
        complete(connection, status);
        idle.push(connection);
        dispatch();
      },
      onClose: (connection) => {
        complete(connection, NO_RESPONSE);
        if (idle.includes(connection)) idle.splice(idle.indexOf(connection), 1);
      },
    });
  idle.push(...(await Promise.all(Array.from({ length: OPEN_LOAD_CONNECTIONS }, open))));
  const cpuBefore = process.cpuUsage();
  begin = performance.now();
  while (completed < total) {
    dispatch();
    if (idle.length + pending.size === 0) throw new Error(`${url.host} closed all connections`);
    await sleep(1);
  }
  const seconds = (performance.now() - begin) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const connection of idle.splice(0)) connection.end();
  const times = parts.flatMap((part) => part.times);
  return {
    count: total,
    '/s': total / seconds,
    errors: total - times.length,
    ...Object.fromEntries([...statuses].map(([status, count]) => [`status ${status}`, count])),
    // Per request.
    'generator CPU ms': (user + system) / 1_000 / total,
    ...describeLatencies('', times),
    ...Object.fromEntries(
      parts.flatMap((part) => Object.entries(describeLatencies(`${part.name} `, part.times))),
    ),
  };
};
