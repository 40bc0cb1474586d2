import { errors, jwtVerify, SignJWT } from 'jose';
import type { JWTVerifyResult } from 'jose';
import type { Role } from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import { deriveKey } from './derive-key.ts';
import { HAND_OFF_LIFE, LEEWAY, sessionLimits } from './session-limits.ts';

type SigningDeps = Pick<Deps, 'authSecret' | 'clock' | 'settings'>;

export interface AccessSubject {
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

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const AUDIENCE = 'sajingwan-api';
const HAND_OFF = 'hand-off';

const inSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

/** Holds no personal data and no role: both are read from the database at each request. */
export const signAccessToken = (deps: SigningDeps, grant: AccessGrant): Promise<string> => {
  const now = inSeconds(deps.clock.now());
  const isHandOff = grant.isHandOff === true;
  const life = isHandOff ? HAND_OFF_LIFE : sessionLimits[grant.role].access;
  const scope = isHandOff ? { scope: HAND_OFF } : {};
  return new SignJWT({ sid: grant.sessionId, auth_time: inSeconds(grant.authenticatedAt), ...scope })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(deps.settings.publicUrl)
    .setAudience(AUDIENCE)
    .setSubject(grant.memberId)
    .setIssuedAt(now)
    .setExpirationTime(now + life / 1_000)
    .sign(deriveKey(deps.authSecret, 'access-token'));
};

const subjectOf = ({ payload, protectedHeader }: JWTVerifyResult): AccessSubject | null => {
  // Nothing but what we write: no key by URL or by value, no critical extensions.
  if (Object.keys(protectedHeader).some((name) => name !== 'alg' && name !== 'typ')) return null;
  const { sub, sid, scope } = payload;
  if (typeof sub !== 'string' || typeof sid !== 'string') return null;
  return scope === undefined || scope === HAND_OFF
    ? { memberId: sub, sessionId: sid, isHandOff: scope === HAND_OFF }
    : null;
};

/** Whom a token of ours names; null when it is expired by more than `leeway` milliseconds, forged or none. */
export const readAccessToken = async (
  deps: SigningDeps & Pick<Deps, 'log'>,
  token: string,
  leeway = LEEWAY,
): Promise<AccessSubject | null> => {
  try {
    const verified = await jwtVerify(token, deriveKey(deps.authSecret, 'access-token'), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: deps.settings.publicUrl,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'sid', 'iat', 'exp', 'auth_time'],
      clockTolerance: leeway / 1_000,
      currentDate: deps.clock.now(),
    });
    const subject = subjectOf(verified);
    if (subject === null)
      deps.log.warn({ event: 'access_token_refused', reason: 'unexpected header or claims' });
    return subject;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    if (!(error instanceof errors.JWTExpired))
      deps.log.warn({ event: 'access_token_refused', reason: error.code });
    return null;
  }
};
