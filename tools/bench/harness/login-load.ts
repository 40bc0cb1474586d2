import { loginIdOf, PASSWORD } from '#tools/bench/seeds/seed-logins.ts';
import { LOGIN_COUNT } from '#tools/bench/seeds/seed-speed.ts';
import type { Subject } from './comparison.ts';
import { newIp } from './http-client.ts';
import { generateLoad, requestsFor, formatRequest } from './load-generator.ts';

const LOGIN_CONCURRENCY = 8;

/** Concurrent logins; `write` formats the n-th request. */
export const loginSubject = (url: URL, write: (n: number) => string): Subject => {
  let count = 0;
  const next = (): string => write((count += 1));
  return {
    measure: (milliseconds) =>
      generateLoad({ url, connections: LOGIN_CONCURRENCY, next: requestsFor(milliseconds, next) }),
  };
};

/** Concurrent logins by the site's own API, each from another client IP address. */
export const apiLoginSubject = (base: string): Subject => {
  const url = new URL('/api/auth/login', base);
  return loginSubject(url, (n) =>
    formatRequest(url, {
      method: 'POST',
      headers: { 'x-forwarded-for': newIp() },
      body: { loginId: loginIdOf(n % LOGIN_COUNT), password: PASSWORD },
    }),
  );
};
