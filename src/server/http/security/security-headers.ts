import type { MiddlewareHandler } from 'hono';
import { apiCsp } from './csp.ts';

/** Headers of every response. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const;

const HSTS_TWO_YEARS = 'max-age=63072000; includeSubDomains';

/** HSTS for two years; only sent when the site uses HTTPS. */
export const hstsHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https://') ? { 'strict-transport-security': HSTS_TWO_YEARS } : {};

/** Headers of API responses and everything else that is not a page. */
export const apiSecurityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  ...hstsHeaders(publicUrl),
  'content-security-policy': apiCsp,
});

/** Adds the headers to every response; pages and photos keep their own values. */
export const setSecurityHeaders = (publicUrl: string): MiddlewareHandler => {
  const everywhere = Object.entries(apiSecurityHeaders(publicUrl));
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of everywhere) if (!headers.has(name)) headers.set(name, value);
  };
};
