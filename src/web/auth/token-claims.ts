interface Claims {
  readonly memberId: string | null;
  readonly sessionId: string | null;
  /** When it runs out, in milliseconds since 1970. */
  readonly expiresAt: number | null;
}

const NONE: Claims = { memberId: null, sessionId: null, expiresAt: null };

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * What an access token says of itself, also when it has run out; all null for what is none. Nothing is allowed by it: it
 * only tells one member or session from another.
 */
export const readClaims = (accessToken: string): Claims => {
  const [, payload = ''] = accessToken.split('.');
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Partial<
      Record<string, unknown>
    >;
    const { sub, sid, exp } = claims;
    return {
      memberId: textOf(sub),
      sessionId: textOf(sid),
      expiresAt: typeof exp === 'number' ? exp * 1_000 : null,
    };
  } catch {
    return NONE;
  }
};
