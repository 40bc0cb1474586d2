import type { MiddlewareHandler } from 'hono';

/** For every answer, whatever it is. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const;

const everywhere = Object.entries(securityHeaders);

const POLICY = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'";

/** On every answer: nothing of ours is shown in another's frame. Photos have a stricter policy of their own. */
export const setSecurityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  for (const [name, value] of everywhere) if (!headers.has(name)) headers.set(name, value);
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', POLICY);
};
