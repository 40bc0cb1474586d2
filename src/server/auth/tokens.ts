import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Role } from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import { deriveKey } from './derive-key.ts';
import { HAND_OFF_LIFE, LEEWAY, sessionLimits } from './session-limits.ts';
import { warnRefusedToken } from './warn-refused-token.ts';

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

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

// The whole of it, byte for byte: no other algorithm, no key by URL or by value, no critical extensions.
const HEADER = encode({ alg: ALGORITHM, typ: TYPE });

/** At once, while libraries have each signature made on another thread, which takes longer than the request's statements. */
const signatureOf = (authSecret: Uint8Array, head: string, payload: string): string =>
  createHmac('sha256', deriveKey(authSecret, 'access-token'))
    .update(`${head}.${payload}`)
    .digest('base64url');

/** Holds no personal data and no role: both are read from the database at each request. */
export const signAccessToken = (deps: SigningDeps, grant: AccessGrant): string => {
  const now = inSeconds(deps.clock.now());
  const isHandOff = grant.isHandOff === true;
  const life = isHandOff ? HAND_OFF_LIFE : sessionLimits[grant.role].access;
  const payload = encode({
    sid: grant.sessionId,
    auth_time: inSeconds(grant.authenticatedAt),
    ...(isHandOff ? { scope: HAND_OFF } : {}),
    iss: deps.settings.publicUrl,
    aud: AUDIENCE,
    sub: grant.memberId,
    iat: now,
    exp: now + life / 1_000,
  } satisfies z.infer<typeof claimsOfOurs>);
  return `${HEADER}.${payload}.${signatureOf(deps.authSecret, HEADER, payload)}`;
};

const claimsOfOurs = z.object({
  iss: z.string(),
  aud: z.literal(AUDIENCE),
  sub: z.string(),
  sid: z.string(),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number(),
  nbf: z.optional(z.number()),
  scope: z.optional(z.literal(HAND_OFF)),
});

const isSigned = (authSecret: Uint8Array, head: string, payload: string, signature: string): boolean => {
  const [expected, given] = [Buffer.from(signatureOf(authSecret, head, payload)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
};

/** Whom a token of ours names; null when it is expired by more than `leeway` milliseconds, forged or none. */
export const readAccessToken = (
  deps: SigningDeps & Pick<Deps, 'log'>,
  token: string,
  leeway = LEEWAY,
): AccessSubject | null => {
  const refuse = (reason: string): null => {
    warnRefusedToken(deps, reason);
    return null;
  };
  const [head, payload = '', signature = '', ...rest] = token.split('.');
  if (head !== HEADER || rest.length > 0) return refuse('no token of ours');
  if (!isSigned(deps.authSecret, head, payload, signature)) return refuse('signature');
  // Signed, so written by whoever has the key.
  const read = z.safeParse(claimsOfOurs, JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (!read.success) return refuse('unexpected claims');
  const { iss, sub, sid, scope, exp, nbf = 0 } = read.data;
  const now = inSeconds(deps.clock.now());
  if (iss !== deps.settings.publicUrl || nbf > now + leeway / 1_000) return refuse('unexpected claims');
  if (exp <= now - leeway / 1_000) return null;
  return { memberId: sub, sessionId: sid, isHandOff: scope === HAND_OFF };
};
