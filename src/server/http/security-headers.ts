import type { MiddlewareHandler } from 'hono';

const POLICY = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'";

/** On every answer: nothing of ours is shown in another's frame. Photos have a stricter policy of their own. */
export const setSecurityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  headers.set('x-content-type-options', 'nosniff');
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', POLICY);
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin');
};
