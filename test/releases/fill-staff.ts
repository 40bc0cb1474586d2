import { Secret, TOTP } from 'otpauth';
import { call, logIn, type Credentials, type Site } from './site-client.ts';

/** An admin with a second factor. */
export interface Chief extends Credentials {
  readonly secret: string;
  /** Those that were not used. */
  readonly recoveryCodes: readonly string[];
}

interface Staff {
  readonly chief: Chief;
  readonly chiefToken: string;
  readonly helper: Credentials;
}

const generateCode = (site: Site, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.now().getTime() });

/** The server accepts a code once, so this can be called once in 30 seconds. */
export const logInAsChief = (site: Site, chief: Chief): Promise<string> =>
  logIn(site, chief, generateCode(site, chief.secret));

/** Creates an invitation and returns the token of its link. `token` is an admin's. */
export const invite = async (site: Site, token: string): Promise<string> => {
  const { url } = await call<{ url: string }>(site, '/api/admin/staff/invitation', { body: {}, token });
  return new URL(url).searchParams.get('token') ?? '';
};

export const acceptInvitation = async (site: Site, token: string, loginId: string): Promise<Credentials> => {
  const admin = { loginId, password: 'Invited!2026' };
  await call(site, '/api/setup', { body: { ...admin, token, name: '이담당' } });
  return admin;
};

const switchOnSecondFactor = async (site: Site, admin: Credentials): Promise<Chief> => {
  const token = await logIn(site, admin);
  const path = '/api/admin/totp';
  const { secret } = await call<{ secret: string }>(site, path, {
    body: { password: admin.password },
    token,
  });
  const { recoveryCodes } = await call<Pick<Chief, 'recoveryCodes'>>(site, `${path}/confirm`, {
    body: { code: generateCode(site, secret) },
    token,
  });
  return { ...admin, secret, recoveryCodes };
};

/** Invites two admins, a third who loses the role again and one whose invitation is cancelled. */
export const fillStaff = async (site: Site, token: string): Promise<Staff> => {
  const helper = await acceptInvitation(site, await invite(site, token), 'helper');
  const former = await acceptInvitation(site, await invite(site, token), 'former');
  await invite(site, token);
  const path = '/api/admin/staff';
  const { staff, invitations } = await call<{
    staff: { id: string; loginId: string }[];
    invitations: { id: number }[];
  }>(site, path, { token });
  for (const { id } of invitations) await call(site, `${path}/invitation/${id}`, { method: 'DELETE', token });
  const { id } = staff.find(({ loginId }) => loginId === former.loginId) ?? {};
  await call(site, `${path}/${id}`, { method: 'DELETE', token });
  const invited = await acceptInvitation(site, await invite(site, token), 'chief');
  const { recoveryCodes, ...chief } = await switchOnSecondFactor(site, invited);
  const [used, ...unused] = recoveryCodes;
  const chiefToken = await logIn(site, chief, used);
  return { chief: { ...chief, recoveryCodes: unused }, chiefToken, helper };
};
