import { errors, jwtVerify, SignJWT, type CryptoKey } from 'jose';
import * as z from 'zod/mini';
import { MINUTE_MS } from '#platform/contract/durations.ts';
import type { Role } from '#platform/contract/sessions.ts';
import { deriveKey } from '#platform/server/crypto/derive-key.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Log } from '#platform/server/ports/log.ts';
import { HANDOFF_TTL_MS, CLOCK_SKEW_MS, sessionLimits } from './session-limits.ts';

const MAX_LINES_PER_MINUTE = 20;

/** Log lines of the current minute, and how many were omitted since the last one written. */
interface LogSample {
  minute: number;
  lines: number;
  omitted: number;
}

const samples = new WeakMap<Log, LogSample>();

/** Logs a rejected token that is not merely expired. At most 20 per minute, because anybody can send them; `omitted` counts the others. */
const logRejectedToken = ({ log, clock }: Pick<Deps, 'log' | 'clock'>, reason: string): void => {
  const sample = samples.get(log) ?? { minute: 0, lines: 0, omitted: 0 };
  samples.set(log, sample);
  const minute = Math.floor(clock.now().getTime() / MINUTE_MS);
  if (minute !== sample.minute) Object.assign(sample, { minute, lines: 0 });
  if (sample.lines >= MAX_LINES_PER_MINUTE) {
    sample.omitted += 1;
    return;
  }
  sample.lines += 1;
  log.warn({
    event: 'access_token_refused',
    reason,
    ...(sample.omitted > 0 ? { omitted: sample.omitted } : {}),
  });
  sample.omitted = 0;
};

type SigningDeps = Pick<Deps, 'authSecret' | 'clock' | 'env'>;

interface AccessTokenSubject {
  readonly memberId: string;
  readonly sessionId: string;
  /** The token was passed in a URL: few endpoints accept it. */
  readonly isHandoff: boolean;
}

interface AccessTokenInput extends Omit<AccessTokenSubject, 'isHandoff'> {
  readonly isHandoff?: boolean;
  /** Determines the lifetime of a token that is no handoff token; it is not stored in the token. */
  readonly role: Role;
  /** When the member logged in to this session. */
  readonly authenticatedAt: Date;
}

const JWT_HEADER = { alg: 'HS256', typ: 'at+jwt' };
const AUDIENCE = 'sajingwan-api';
const HANDOFF_SCOPE = 'hand-off';

const signingKeys = new WeakMap<Uint8Array, Promise<CryptoKey>>();

/** The key in the form that jose uses. jose would import a key of another form again for each token. */
const signingKeyOf = ({ authSecret }: Pick<Deps, 'authSecret'>): Promise<CryptoKey> => {
  const key =
    signingKeys.get(authSecret) ??
    crypto.subtle.importKey(
      'raw',
      deriveKey(authSecret, 'access-token').export(),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign', 'verify'],
    );
  signingKeys.set(authSecret, key);
  return key;
};

/** The token holds no name and no role: the server reads both from the database. */
export const signAccessToken = async (
  { authSecret, clock, env }: SigningDeps,
  { memberId, sessionId, isHandoff = false, role, authenticatedAt }: AccessTokenInput,
): Promise<string> => {
  const now = clock.now();
  const life = isHandoff ? HANDOFF_TTL_MS : sessionLimits[role].accessTokenTtlMs;
  const claims = { sid: sessionId, auth_time: Math.floor(authenticatedAt.getTime() / 1_000) };
  return new SignJWT(isHandoff ? { ...claims, scope: HANDOFF_SCOPE } : claims)
    .setProtectedHeader(JWT_HEADER)
    .setIssuer(env.publicUrl)
    .setAudience(AUDIENCE)
    .setSubject(memberId)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + life))
    .sign(await signingKeyOf({ authSecret }));
};

const verifiedTokenSchema = z.object({
  // Rejects headers with any other parameter, such as one that names a key by URL or by value.
  protectedHeader: z.strictObject({ alg: z.string(), typ: z.string() }),
  payload: z.object({ sub: z.string(), sid: z.string(), scope: z.optional(z.literal(HANDOFF_SCOPE)) }),
});

/** Returns the subject of a genuine token; null for any other and for one that expired more than `leeway` milliseconds ago. */
export const verifyAccessToken = async (
  deps: SigningDeps & Pick<Deps, 'log'>,
  token: string,
  leeway = CLOCK_SKEW_MS,
): Promise<AccessTokenSubject | null> => {
  try {
    const jwt = await jwtVerify(token, await signingKeyOf(deps), {
      algorithms: [JWT_HEADER.alg],
      typ: JWT_HEADER.typ,
      issuer: deps.env.publicUrl,
      audience: AUDIENCE,
      requiredClaims: ['exp'],
      currentDate: deps.clock.now(),
      clockTolerance: leeway / 1_000,
    });
    const { data } = z.safeParse(verifiedTokenSchema, jwt);
    if (data === undefined) throw new errors.JWTInvalid();
    const { sub, sid, scope } = data.payload;
    return { memberId: sub, sessionId: sid, isHandoff: scope === HANDOFF_SCOPE };
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    if (!(error instanceof errors.JWTExpired)) logRejectedToken(deps, error.code);
    return null;
  }
};
