import type { MiddlewareHandler } from 'hono';
import { apiCsp } from './csp.ts';

/** For every answer, whatever it is. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const;

const HSTS_TWO_YEARS = 'max-age=63072000; includeSubDomains';

/** Browsers keep to HTTPS for two years, once they have met the site there. Never said of a site without it. */
export const hstsHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https://') ? { 'strict-transport-security': HSTS_TWO_YEARS } : {};

/** What the API, and whatever else is no page, says. */
export const apiSecurityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  ...hstsHeaders(publicUrl),
  'content-security-policy': apiCsp,
});

/** On every answer; what has a policy or a header of its own keeps it: pages, photographs. */
export const setSecurityHeaders = (publicUrl: string): MiddlewareHandler => {
  const everywhere = Object.entries(apiSecurityHeaders(publicUrl));
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of everywhere) if (!headers.has(name)) headers.set(name, value);
  };
};
