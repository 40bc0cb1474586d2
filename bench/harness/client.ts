import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Reply {
  /** 0 when the connection was lost. */
  readonly status: number;
  /** Seconds, or null without the header. */
  readonly retryAfter: number | null;
  readonly milliseconds: number;
}

interface Call {
  readonly method: 'GET' | 'POST';
  /** The visitor's, as the proxy in front would tell it. */
  readonly address: string;
  /** Whose call it is; nobody's without one. */
  readonly token?: string;
  readonly body?: object;
  /** When it should have begun, on the clock of `performance`: waiting for its turn counts. */
  readonly since?: number;
}

const agent = new Agent({ keepAlive: true });

let addresses = 0;
/** A visitor who has not been here yet: limits by address stay on and never bite. */
export const newAddress = (): string => {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

/** One call, its answer read to the end. Lighter than `fetch`: what the client burns, the server lacks. */
export const call = (
  url: URL,
  { method, address, token, body, since = performance.now() }: Call,
): Promise<Reply> =>
  new Promise((resolve) => {
    const headers = {
      'x-forwarded-for': address,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const sent = request(url, { method, agent, headers }, (response) => {
      response.resume().once('end', () => {
        const wait = response.headers['retry-after'];
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: wait === undefined ? null : Number(wait),
          milliseconds: performance.now() - since,
        });
      });
    });
    sent.on('error', () => resolve({ status: 0, retryAfter: null, milliseconds: Number.POSITIVE_INFINITY }));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

/**
 * Calls at a steady rate, whether or not earlier ones are answered, until `until` ends. Resolves to the milliseconds each
 * took from the moment it was due; one that failed took for ever.
 */
export const poll = async (
  rate: number,
  until: Promise<unknown>,
  one: (due: number) => Promise<Reply>,
): Promise<number[]> => {
  let isOver = false;
  const end = (): void => void (isOver = true);
  until.then(end, end);
  const replies: Promise<Reply>[] = [];
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
