import { connect } from 'node:net';
import { quantile } from './interleaved-runs.ts';
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

interface ResponseStats {
  readonly times: number[];
  readonly statuses: Map<number, number>;
}

const END_OF_HEAD = '\r\n\r\n';
const LAST_CHUNK = '\r\n0\r\n\r\n';

/** Sends requests one after the other over one connection until `next` returns null. Parses as little HTTP as possible. */
const sendSequentially = (
  { hostname, port }: URL,
  next: () => string | null,
  { times, statuses }: ResponseStats,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let head: Buffer | null = Buffer.alloc(0);
    let [missingBytes, status, sentAt] = [0, 0, 0];
    // Last bytes received of a chunked response, to detect its end.
    let tail: string | null = null;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const send = (): void => {
      const text = next();
      if (text === null) {
        socket.end();
        resolve();
        return;
      }
      [head, tail, sentAt] = [Buffer.alloc(0), null, performance.now()];
      socket.write(text);
    };
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
      if (!isComplete()) return;
      times.push(performance.now() - sentAt);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      send();
    });
    socket.once('error', reject);
    socket.once('connect', send);
  });

export interface LoadOptions {
  readonly url: URL;
  readonly connections: number;
  /** Text of the next request, or null to stop. */
  next(): string | null;
  /** Expected status. */
  readonly status?: number;
  /** Counts responses with 429 separately instead of failing. */
  readonly allowRejections?: boolean;
}

const TOO_MANY_REQUESTS = 429;

/** Measures responses per second and latencies over concurrent connections. Throws on any other status than expected. */
export const generateLoad = async ({
  url,
  connections,
  next,
  status = 200,
  allowRejections = false,
}: LoadOptions): Promise<Figures> => {
  const stats: ResponseStats = { times: [], statuses: new Map() };
  const begin = performance.now();
  await Promise.all(Array.from({ length: connections }, () => sendSequentially(url, next, stats)));
  const seconds = (performance.now() - begin) / 1_000;
  const others = [...stats.statuses].filter(
    ([one]) => one !== status && !(allowRejections && one === TOO_MANY_REQUESTS),
  );
  if (others.length > 0) throw new Error(`${url.pathname} returned ${JSON.stringify(others)}`);
  return {
    count: stats.times.length,
    '/s': stats.times.length / seconds,
    'p50 ms': quantile(stats.times, 0.5),
    'p99 ms': quantile(stats.times, 0.99),
    ...(allowRejections ? { rejected: stats.statuses.get(TOO_MANY_REQUESTS) ?? 0 } : {}),
  };
};

/** Returns a `next` that produces requests for the given time. */
export const requestsFor = (milliseconds: number, write: () => string): LoadOptions['next'] => {
  const end = performance.now() + milliseconds;
  return () => (performance.now() < end ? write() : null);
};
