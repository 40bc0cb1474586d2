import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, vi } from 'vitest';
import { errors } from '#platform/contract/errors.ts';
import { createServerDatabase } from './create-server-database.ts';
import { startServer, type ServerProcess } from './server-process.ts';

export interface RawSocketResponse {
  readonly text: string;
  /** False if the connection was still open after 5 s without data. */
  readonly isClosed: boolean;
}

/** Live objects in the server after a garbage collection. */
export interface LiveObjects {
  readonly responses: number;
  readonly sockets: number;
  readonly bufferBytes: number;
}

export interface BuiltServer extends ServerProcess {
  readonly dataDir: string;
  /** Redirects are not followed; a request that was shed because the test machine is busy is sent again. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Writes these bytes to a new connection and collects the reply. */
  sendRaw(text: string): Promise<RawSocketResponse>;
  countObjects(): Promise<LiveObjects>;
}

const IDLE_TIMEOUT_MS = 5_000;
const MAX_RETRIES = 20;
const RETRY_DELAY_MS = 500;
const COUNT_OBJECTS_SCRIPT = path.join(import.meta.dirname, 'count-objects.js');

/** Whether the response is an overload error, not a rate limit. */
const isOverloadResponse = async (response: Response): Promise<boolean> =>
  response.status === errors.TOO_MANY_REQUESTS.status &&
  (await response.clone().text()).includes(errors.UNAVAILABLE.message);

const fetchWhenAdmitted = async (url: string, init: RequestInit = {}): Promise<Response> => {
  for (let attempt = 0; attempt < MAX_RETRIES; attempt += 1) {
    const response = await fetch(url, { redirect: 'manual', ...init });
    if (!(await isOverloadResponse(response))) return response;
    await sleep(RETRY_DELAY_MS);
  }
  throw new Error(`the server shed ${MAX_RETRIES} requests for ${url}`);
};

const sendRaw = (url: string, text: string): Promise<RawSocketResponse> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let response = '';
    const end = (isClosed: boolean): void => {
      socket.destroy();
      resolve({ text: response, isClosed });
    };
    socket.setTimeout(IDLE_TIMEOUT_MS, () => end(false));
    socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
    socket.on('error', () => end(true));
    socket.on('close', () => end(true));
    socket.write(text);
  });

const countObjects = async ({ pid, output }: ServerProcess): Promise<LiveObjects> => {
  const before = output().length;
  process.kill(pid, 'SIGUSR2');
  return vi.waitFor(
    () => JSON.parse(/live objects: (.*)\n/.exec(output().slice(before))?.[1] ?? '') as LiveObjects,
    20_000,
  );
};

/**
 * Starts `dist/server/main.js` on a free port with a new database of the test project's kind, and stops it when the test file
 * ends. A given `DATA_DIR`, with its database, is used instead and is not deleted.
 */
export const startBuiltServer = async (env: Record<string, string> = {}): Promise<BuiltServer> => {
  const database = env.DATA_DIR === undefined ? await createServerDatabase() : null;
  const server = await startServer({
    SAMPLE_CONTENT: 'false',
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import ${COUNT_OBJECTS_SCRIPT}`,
    ...database?.env,
    ...env,
  });
  afterAll(async () => {
    await server.stop();
    await database?.remove();
  });
  return {
    ...server,
    dataDir: env.DATA_DIR ?? database?.env.DATA_DIR ?? '',
    fetch: (address, init) => fetchWhenAdmitted(`${server.url}${address}`, init),
    sendRaw: (text) => sendRaw(server.url, text),
    countObjects: () => countObjects(server),
  };
};
