import { Agent, request } from 'node:http';
import { startSteadyLoad } from '#tools/chaos/steady-load.ts';

export interface TimedResponse {
  /** 0 when the connection failed. */
  readonly status: number;
  /** Seconds from the Retry-After header, or null without it. */
  readonly retryAfterS: number | null;
  readonly milliseconds: number;
}

interface RequestInput {
  readonly method: 'GET' | 'POST';
  /** Client IP address, sent as X-Forwarded-For. */
  readonly ip: string;
  /** Access token; absent for anonymous requests. */
  readonly token?: string;
  readonly body?: object;
  /**
   * When the request should have started, in milliseconds of `performance.now()`. The measured time includes any delay since
   * then.
   */
  readonly dueAt?: number;
}

const agent = new Agent({ keepAlive: true });

let ipCount = 0;
/** A client IP address that has not been used yet, so that no rate limit per address applies. */
export const newIp = (): string => {
  ipCount += 1;
  return `10.${(ipCount >> 16) & 255}.${(ipCount >> 8) & 255}.${ipCount & 255}`;
};

/** Sends one request and reads the whole response. Cheaper than `fetch`: the client shares the CPU with the server. */
export const sendTimedRequest = (
  url: URL,
  { method, ip, token, body, dueAt = performance.now() }: RequestInput,
): Promise<TimedResponse> =>
  new Promise((resolve) => {
    const headers = {
      'x-forwarded-for': ip,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const clientRequest = request(url, { method, agent, headers }, (response) => {
      response.resume().once('end', () => {
        const wait = response.headers['retry-after'];
        resolve({
          status: response.statusCode ?? 0,
          retryAfterS: wait === undefined ? null : Number(wait),
          milliseconds: performance.now() - dueAt,
        });
      });
    });
    clientRequest.on('error', () =>
      resolve({ status: 0, retryAfterS: null, milliseconds: Number.POSITIVE_INFINITY }),
    );
    clientRequest.end(body === undefined ? undefined : JSON.stringify(body));
  });

/**
 * Sends requests at a steady rate until `until` settles, whether or not earlier ones have completed. Resolves to the
 * milliseconds from each request's due time to its response; a failed request counts as infinite.
 */
export const pollAtRate = async (
  rate: number,
  until: Promise<unknown>,
  send: (due: number) => Promise<TimedResponse>,
): Promise<number[]> => {
  const begin = performance.now();
  const load = startSteadyLoad((count) => send(begin + (count * 1_000) / rate), rate, Infinity);
  try {
    await until;
  } finally {
    await load.stop();
  }
  return load.results.map(({ status, milliseconds }) =>
    status === 200 ? milliseconds : Number.POSITIVE_INFINITY,
  );
};
