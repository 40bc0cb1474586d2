import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Role } from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import { deriveKey } from './derive-key.ts';
import { HAND_OFF_LIFE, LEEWAY, sessionLimits } from './session-limits.ts';
import { warnRefusedToken } from './warn-refused-token.ts';

type SigningDeps = Pick<Deps, 'authSecret' | 'clock' | 'settings'>;

interface AccessSubject {
  readonly memberId: string;
  readonly sessionId: string;
  /** Handed over in an address: good for little, and only in the browser it was handed to. */
  readonly isHandOff: boolean;
}

interface AccessGrant extends Omit<AccessSubject, 'isHandOff'> {
  readonly isHandOff?: boolean;
  /** Decides how long the token lives; never stands in it. */
  readonly role: Role;
  /** When the member last proved who they are. */
  readonly authenticatedAt: Date;
}

const HEADER = { alg: 'HS256', typ: 'at+jwt' };
const AUDIENCE = 'sajingwan-api';
const HAND_OFF = 'hand-off';

const inSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

/** Holds no personal data and no role: both are read from the database at each request. */
export const signAccessToken = (
  { authSecret, clock, settings }: SigningDeps,
  { memberId, sessionId, isHandOff = false, role, authenticatedAt }: AccessGrant,
): Promise<string> => {
  const now = inSeconds(clock.now());
  const life = isHandOff ? HAND_OFF_LIFE : sessionLimits[role].access;
  const claims = { sid: sessionId, auth_time: inSeconds(authenticatedAt) };
  return new SignJWT(isHandOff ? { ...claims, scope: HAND_OFF } : claims)
    .setProtectedHeader(HEADER)
    .setIssuer(settings.publicUrl)
    .setAudience(AUDIENCE)
    .setSubject(memberId)
    .setIssuedAt(now)
    .setExpirationTime(now + life / 1_000)
    .sign(deriveKey(authSecret, 'access-token'));
};

const verified = z.object({
  // No key by URL or by value.
  protectedHeader: z.strictObject({ alg: z.string(), typ: z.string() }),
  payload: z.object({ sub: z.string(), sid: z.string(), scope: z.optional(z.literal(HAND_OFF)) }),
});

/** Whom a token of ours names; null when it is expired by more than `leeway` milliseconds, forged or none. */
export const readAccessToken = async (
  deps: SigningDeps & Pick<Deps, 'log'>,
  token: string,
  leeway = LEEWAY,
): Promise<AccessSubject | null> => {
  try {
    const jwt = await jwtVerify(token, deriveKey(deps.authSecret, 'access-token'), {
      algorithms: [HEADER.alg],
      typ: HEADER.typ,
      issuer: deps.settings.publicUrl,
      audience: AUDIENCE,
      requiredClaims: ['exp'],
      currentDate: deps.clock.now(),
      clockTolerance: leeway / 1_000,
    });
    const { data } = z.safeParse(verified, jwt);
    if (data === undefined) throw new errors.JWTInvalid();
    const { sub, sid, scope } = data.payload;
    return { memberId: sub, sessionId: sid, isHandOff: scope === HAND_OFF };
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    if (!(error instanceof errors.JWTExpired)) warnRefusedToken(deps, error.code);
    return null;
  }
};
