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

/** How far this browser's clock is ahead of the server's, in milliseconds: 0 until a token arrives in this page. */
let clockLead = 0;

/** Call it when a token arrives from the server: a wrong clock then makes no fresh token look expired. */
export const measureClock = (accessToken: string): void => {
  const { issuedAt } = readClaims(accessToken);
  if (issuedAt !== null) clockLead = Date.now() - issuedAt;
};

/** Whether this access token is past its expiry. False when that cannot be told. */
export const hasExpired = (accessToken: string): boolean => {
  const { expiresAt } = readClaims(accessToken);
  return expiresAt !== null && expiresAt <= Date.now() - clockLead;
};
