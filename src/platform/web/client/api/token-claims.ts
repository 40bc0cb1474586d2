import { tryStorage } from './try-storage.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const instantOf = (value: unknown): number | null => (typeof value === 'number' ? value * 1_000 : null);

const parsePayload = (accessToken: string): Readonly<Record<string, unknown>> | null => {
  const [, payload = ''] = accessToken.split('.');
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
  } catch {
    return null;
  }
};

/**
 * Reads the claims of an access token without verifying it; all null for a string that is not a JWT. Instants are milliseconds since
 * 1970 by the server's clock. Only the server decides what a token allows.
 */
export const readClaims = (accessToken: string) => {
  const { sub, sid, iat, exp } = parsePayload(accessToken) ?? {};
  return {
    memberId: textOf(sub),
    sessionId: textOf(sid),
    issuedAt: instantOf(iat),
    expiresAt: instantOf(exp),
  };
};

/** Key of the measured clock skew in the local storage, deleted at a logout or withdrawal. */
export const CLOCK_SKEW_KEY = 'clockLead';
const CLOCK_TOLERANCE_MS = 60_000;

/** Milliseconds by which this browser's clock is ahead of the server's; null until measured or read. */
let clockSkewMs: number | null = null;

/** Measures the clock skew by a token that was just issued, and stores it for later page loads. */
export const measureClockSkew = (accessToken: string): void => {
  const { issuedAt } = readClaims(accessToken);
  if (issuedAt === null) return;
  clockSkewMs = Date.now() - issuedAt;
  tryStorage(() => localStorage.setItem(CLOCK_SKEW_KEY, String(clockSkewMs)));
};

/**
 * True when the token has expired by the server's clock. A token issued more than a minute in the future counts as expired, because the
 * clock skew must be outdated or unknown. False when the claims are missing.
 */
export const isTokenExpired = (accessToken: string): boolean => {
  const { issuedAt, expiresAt } = readClaims(accessToken);
  clockSkewMs ??= Number(tryStorage(() => localStorage.getItem(CLOCK_SKEW_KEY)) ?? 0);
  const now = Date.now() - clockSkewMs;
  return (
    (expiresAt !== null && expiresAt <= now) || (issuedAt !== null && issuedAt > now + CLOCK_TOLERANCE_MS)
  );
};
