import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface TimedResponse {
  /** 0 when the connection was lost. */
  readonly status: number;
  /** Seconds, or null without the header. */
  readonly retryAfterS: number | null;
  readonly milliseconds: number;
}

interface RequestInput {
  readonly method: 'GET' | 'POST';
  /** The visitor's, as the proxy in front would tell it. */
  readonly ip: string;
  /** Whose call it is; nobody's without one. */
  readonly token?: string;
  readonly body?: object;
  /** When it should have begun, on the clock of `performance`: waiting for its turn counts. */
  readonly dueAt?: number;
}

const agent = new Agent({ keepAlive: true });

let ipCount = 0;
/** A visitor who has not been here yet: limits by address stay on and never bite. */
export const newIp = (): string => {
  ipCount += 1;
  return `10.${(ipCount >> 16) & 255}.${(ipCount >> 8) & 255}.${ipCount & 255}`;
};

/** One call, its answer read to the end. Lighter than `fetch`: what the client burns, the server lacks. */
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
    const sent = request(url, { method, agent, headers }, (response) => {
      response.resume().once('end', () => {
        const wait = response.headers['retry-after'];
        resolve({
          status: response.statusCode ?? 0,
          retryAfterS: wait === undefined ? null : Number(wait),
          milliseconds: performance.now() - dueAt,
        });
      });
    });
    sent.on('error', () => resolve({ status: 0, retryAfterS: null, milliseconds: Number.POSITIVE_INFINITY }));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

/**
 * Calls at a steady rate, whether or not earlier ones are answered, until `until` ends. Resolves to the milliseconds each
 * took from the moment it was due; one that failed took for ever.
 */
export const pollAtRate = async (
  rate: number,
  until: Promise<unknown>,
  one: (due: number) => Promise<TimedResponse>,
): Promise<number[]> => {
  let isOver = false;
  const end = (): void => void (isOver = true);
  until.then(end, end);
  const replies: Promise<TimedResponse>[] = [];
  const begin = performance.now();
  for (let count = 0; !isOver; count += 1) {
    const due = begin + (count * 1_000) / rate;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    replies.push(one(due));
  }
  await until;
  const answered = await Promise.all(replies);
  return answered.map(({ status, milliseconds }) =>
    status === 200 ? milliseconds : Number.POSITIVE_INFINITY,
  );
};
