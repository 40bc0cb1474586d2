import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { deriveKey } from '#server/auth/derive-key.ts';

type DeviceDeps = Pick<Deps, 'authSecret' | 'clock' | 'settings'>;

const DEVICE_COOKIE_TTL_S = 180 * 24 * 3_600;
const COOKIE_PATTERN = /^([\w-]{22})\.([0-9]{1,12})\.([\w-]{43})$/;

const isSecure = ({ settings }: DeviceDeps): boolean => settings.publicUrl.startsWith('https:');
// Browsers take the prefix only from secure origins; it keeps other hosts of the domain from setting the cookie.
const cookieNameOf = (deps: DeviceDeps): string => (isSecure(deps) ? '__Host-device' : 'device');
const toUnixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

const sign = ({ authSecret }: DeviceDeps, memberId: string, deviceId: string, ends: number): Buffer =>
  createHmac('sha256', deriveKey(authSecret, 'known-device'))
    .update(`${memberId}|${deviceId}|${ends}`)
    .digest();

/** The id of a browser that this very member has logged in with before; null for any other. */
export const readDeviceCookie = (deps: DeviceDeps, caller: Caller, memberId: string): string | null => {
  const name = cookieNameOf(deps);
  const value = parse(caller.header('cookie') ?? '', name)[name] ?? '';
  const [, deviceId = '', ends = '', signature = ''] = COOKIE_PATTERN.exec(value) ?? [];
  if (deviceId === '' || Number(ends) <= toUnixSeconds(deps.clock.now())) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(deps, memberId, deviceId, Number(ends));
  return given.length === expected.length && timingSafeEqual(given, expected) ? deviceId : null;
};

/**
 * The cookie by which this browser is known at the member's next login. It admits nobody: it only gives the browser a
 * failure count of its own, so that strangers who guess cannot lock the member out.
 */
export const serializeDeviceCookie = (deps: DeviceDeps, memberId: string, known: string | null): string => {
  const deviceId = known ?? randomBytes(16).toString('base64url');
  const ends = toUnixSeconds(deps.clock.now()) + DEVICE_COOKIE_TTL_S;
  const signature = sign(deps, memberId, deviceId, ends).toString('base64url');
  return serialize(cookieNameOf(deps), `${deviceId}.${ends}.${signature}`, {
    path: '/',
    maxAge: DEVICE_COOKIE_TTL_S,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(deps),
  });
};
