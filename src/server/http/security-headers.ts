import type { MiddlewareHandler } from 'hono';
import { bareResourcePolicy } from './content-policy.ts';

/** For every answer, whatever it is. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const;

const TWO_YEARS = 'max-age=63072000; includeSubDomains';

/** Browsers keep to HTTPS for two years, once they have met the site there. Never said of a site without it. */
export const transportHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https://') ? { 'strict-transport-security': TWO_YEARS } : {};

/** What the API, and whatever else is no page, says. */
export const bareHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  ...transportHeaders(publicUrl),
  'content-security-policy': bareResourcePolicy,
});

/** On every answer; what has a policy or a header of its own keeps it: pages, photographs. */
export const setSecurityHeaders = (publicUrl: string): MiddlewareHandler => {
  const everywhere = Object.entries(bareHeaders(publicUrl));
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of everywhere) if (!headers.has(name)) headers.set(name, value);
  };
};
