import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hmac } from '#platform/server/crypto/derive-key.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { readCookie, serializeCookie } from '#platform/server/http/cookies.ts';

type DeviceDeps = Pick<Deps, 'authSecret' | 'clock' | 'env'>;

const DEVICE_COOKIE_TTL_S = 180 * 24 * 3_600;
const COOKIE_PATTERN = /^([\w-]{22})\.([0-9]{1,12})\.([\w-]{43})$/;

const COOKIE_NAME = 'device';
const toUnixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

const sign = ({ authSecret }: DeviceDeps, memberId: string, deviceId: string, ends: number): Buffer =>
  hmac(authSecret, 'known-device', `${memberId}|${deviceId}|${ends}`);

/** The id in the device cookie of this member; null without a valid one. */
export const readDeviceCookie = (deps: DeviceDeps, caller: Caller, memberId: string): string | null => {
  const value = readCookie(deps, COOKIE_NAME, caller.header('cookie'));
  const [, deviceId = '', ends = '', signature = ''] = COOKIE_PATTERN.exec(value) ?? [];
  if (deviceId === '' || Number(ends) <= toUnixSeconds(deps.clock.now())) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(deps, memberId, deviceId, Number(ends));
  return given.length === expected.length && timingSafeEqual(given, expected) ? deviceId : null;
};

/**
 * The cookie that identifies this device at the member's next login. It does not authenticate: it gives the device failure counts of its
 * own, so that others who guess the password cannot lock the member out on it, and marks the device of an admin as known, so that the
 * studio gets no notice of a new device.
 */
export const serializeDeviceCookie = (deps: DeviceDeps, memberId: string, known: string | null): string => {
  const deviceId = known ?? randomBytes(16).toString('base64url');
  const ends = toUnixSeconds(deps.clock.now()) + DEVICE_COOKIE_TTL_S;
  const signature = sign(deps, memberId, deviceId, ends).toString('base64url');
  return serializeCookie(deps, COOKIE_NAME, `${deviceId}.${ends}.${signature}`, DEVICE_COOKIE_TTL_S);
};
