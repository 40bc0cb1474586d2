interface Claims {
  readonly memberId: string | null;
  readonly sessionId: string | null;
  /** Milliseconds since 1970, by the server's clock. */
  readonly issuedAt: number | null;
  readonly expiresAt: number | null;
}

const NONE: Claims = { memberId: null, sessionId: null, issuedAt: null, expiresAt: null };

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const instantOf = (value: unknown): number | null => (typeof value === 'number' ? value * 1_000 : null);

/**
 * The claims of an access token, read without verifying it; all null for a string that is no JWT. The server alone decides
 * what a token allows.
 */
export const readClaims = (accessToken: string): Claims => {
  const [, payload = ''] = accessToken.split('.');
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Partial<
      Record<string, unknown>
    >;
    const { sub, sid, iat, exp } = claims;
    return {
      memberId: textOf(sub),
      sessionId: textOf(sid),
      issuedAt: instantOf(iat),
      expiresAt: instantOf(exp),
    };
  } catch {
    return NONE;
  }
};

/** Where local storage keeps it, until the member logs out. */
export const CLOCK_SKEW_KEY = 'clockLead';
const CLOCK_TOLERANCE_MS = 60_000;

/** How far this browser's clock is ahead of the server's, in milliseconds; null until it is measured or read. */
let clockSkewMs: number | null = null;

/** The lead that an earlier page measured; 0 where none did or storage is blocked. */
const readClockSkew = (): number => {
  try {
    return Number(localStorage.getItem(CLOCK_SKEW_KEY) ?? 0);
  } catch {
    return 0;
  }
};

/** Measures this browser's clock by a token that has just arrived. The lead is stored, so that it outlives a reload. */
export const measureClockSkew = (accessToken: string): void => {
  const { issuedAt } = readClaims(accessToken);
  if (issuedAt === null) return;
  clockSkewMs = Date.now() - issuedAt;
  try {
    localStorage.setItem(CLOCK_SKEW_KEY, String(clockSkewMs));
  } catch {
    // Known to this page only.
  }
};

/**
 * Whether this access token has expired by the server's clock. A token from the future counts as expired: the browser's clock
 * was set since it was measured. False when it cannot be told.
 */
export const isTokenExpired = (accessToken: string): boolean => {
  const { issuedAt, expiresAt } = readClaims(accessToken);
  clockSkewMs ??= readClockSkew();
  const now = Date.now() - clockSkewMs;
  return (
    (expiresAt !== null && expiresAt <= now) || (issuedAt !== null && issuedAt > now + CLOCK_TOLERANCE_MS)
  );
};
