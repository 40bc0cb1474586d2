import type { MiddlewareHandler } from 'hono';
import { apiCsp } from './csp.ts';

/** Default headers of the site's responses. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const;

const HSTS_TWO_YEARS = 'max-age=63072000; includeSubDomains';

/** Makes browsers use HTTPS for two years after a visit. Empty for a site without HTTPS. */
export const hstsHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https://') ? { 'strict-transport-security': HSTS_TWO_YEARS } : {};

/** Headers of most responses that are not pages. */
export const apiSecurityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  ...hstsHeaders(publicUrl),
  'content-security-policy': apiCsp,
});

/** Adds the API security headers to every response. Headers already set by the route, such as a page's CSP, are kept. */
export const setSecurityHeaders = (publicUrl: string): MiddlewareHandler => {
  const defaults = Object.entries(apiSecurityHeaders(publicUrl));
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of defaults) if (!headers.has(name)) headers.set(name, value);
  };
};
