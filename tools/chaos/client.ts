import { Agent, request } from 'node:http';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: object | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface ApiResponse {
  /** 0 without a complete response. */
  readonly status: number;
  readonly body: unknown;
}

export type SendRequest = (call: ApiRequest) => Promise<ApiResponse>;

const NO_RESPONSE: ApiResponse = { status: 0, body: null };
/** Long, because the machine may be overloaded. A broken connection fails at once. */
const REQUEST_TIMEOUT_MS = 60_000;

const headersOf = ({ token, body, idempotencyKey }: ApiRequest): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
});

const parse = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Sends one call over HTTP. Resolves to null if the connection was refused, so that the server cannot have received the call.
 */
const send = (agent: Agent, url: string, call: ApiRequest): Promise<ApiResponse | null> =>
  new Promise((resolve) => {
    const body = call.body === undefined ? '' : JSON.stringify(call.body);
    // Node omits the header for DELETE; the server would then read the body as the next request.
    const headers = { ...headersOf(call), 'content-length': Buffer.byteLength(body) };
    const options = { method: call.method, agent, headers, timeout: REQUEST_TIMEOUT_MS };
    const clientRequest = request(new URL(call.path, url), options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', () => resolve(NO_RESPONSE));
      response.once('close', () => {
        const text = Buffer.concat(chunks).toString();
        resolve(response.complete ? { status: response.statusCode ?? 0, body: parse(text) } : NO_RESPONSE);
      });
    });
    clientRequest.once('timeout', () => clientRequest.destroy(new Error('no response in time')));
    clientRequest.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? null : NO_RESPONSE),
    );
    clientRequest.end(body);
  });

/** The status of the server's health check; 0 without a response. */
export const readHealth = (url: string): Promise<number> =>
  fetch(`${url}/healthz`).then(
    ({ status }) => status,
    () => 0,
  );

export interface HttpClient {
  readonly send: SendRequest;
  /** Sets the server URLs. Calls are distributed in turn and skip servers that refuse the connection. */
  setServers(urls: readonly string[]): void;
  close(): void;
}

export const createHttpClient = (urls: readonly string[] = []): HttpClient => {
  const agent = new Agent({ keepAlive: true });
  let servers = urls;
  let turn = 0;
  return {
    send: async (call) => {
      turn += 1;
      const first = turn;
      for (let attempt = 0; attempt < servers.length; attempt += 1) {
        const response = await send(agent, servers[(first + attempt) % servers.length] ?? '', call);
        // Like a reverse proxy: repeats a read on the other server, but not a call that may have taken effect.
        if (response !== null && (response.status !== 0 || call.method !== 'GET')) return response;
      }
      return NO_RESPONSE;
    },
    setServers: (next) => void (servers = next),
    close: () => agent.destroy(),
  };
};
